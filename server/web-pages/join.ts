import { ApiError } from '../../api/errors.ts'
import { seconds } from '../base/clock.ts'
import { isEmail } from '../base/person-rules.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../http/pages/form-pages.ts'
import { readAddressProof } from '../invitations/address-proof.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { addressCheck } from '../invitations/mail-address-check.ts'
import { redeemInvitation, requireUsableInvitation } from '../invitations/redeem-invitation.ts'
import { prepareAccount } from '../users/create-user.ts'
import { requirePermittedEmail } from '../users/email/permitted-email.ts'
import { emailInput, form } from './form.ts'
import { newAccountPage, welcomePage } from './new-account.ts'
import { page } from './page.ts'
import { pagesAt } from './pages-at.ts'

/** The page behind the link of an invitation: somebody chooses a name and a password, and has an account. */
export const joinPages: readonly FormPage[] = pagesAt('/join/{key}/', {
  proof: 'address',
  show: (call) => withInvitation(call, async (invitation) => formFor(call, invitation, null)),
  submit: (call) =>
    withInvitation(call, async (invitation) => {
      const email = provedEmail(call, invitation)
      try {
        return email === null ? await askForProof(call, invitation) : await join(call, invitation, email)
      } catch (error) {
        if (error instanceof ApiError) return formFor(call, invitation, error)
        throw error
      }
    }),
})

async function withInvitation(
  { ctx, realm, params }: FormCall,
  work: (invitation: Invitation) => Promise<HtmlAnswer>,
): Promise<HtmlAnswer> {
  const { key = '' } = params
  try {
    const hash = ctx.secret.hashKey(key)
    const invitation = await requireUsableInvitation(ctx.database.db, realm, hash, seconds(ctx.clock))
    return await work(invitation)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const text = [error.message, 'Ask the person who invited you for another one.']
    return page({ status: 404, organization: realm.name, title: 'This link does not work', text })
  }
}

/** The address of the account: the invited one, or the one that the mail to it has proved. */
const provedEmail = ({ ctx, field }: FormCall, invitation: Invitation): string | null =>
  invitation.email ?? readAddressProof(ctx.secret, field('proof'), invitation.id, seconds(ctx.clock))

function formFor(call: FormCall, invitation: Invitation, error: ApiError | null): HtmlAnswer {
  const { realm, field } = call
  const inviter = realm.users.get(invitation.inviterId)?.fullName ?? ''
  const text = [`${inviter} invited you.`]
  const email = provedEmail(call, invitation)
  if (email !== null) return newAccountPage(call, { email, text, error })
  return page({
    status: error ? error.status : 200,
    organization: realm.name,
    title: `Join ${realm.name}`,
    text,
    error: error?.message ?? null,
    form: form({ inputs: [emailInput(field('email'))], button: 'Continue' }),
  })
}

/** The answer is the same when the address has an account already. */
async function askForProof({ ctx, realm, field, countMail }: FormCall, { id }: Invitation): Promise<HtmlAnswer> {
  const email = field('email').trim()
  if (!isEmail(email)) throw new ApiError('BAD_REQUEST', 'Enter a valid email address.')
  await requirePermittedEmail(realm, email)
  countMail()
  await ctx.transact(realm.id, async (tx) => tx.after(addressCheck.job({ invitationId: id, email })))
  const text = [`We sent a mail to ${email}. Open the link in it to go on.`]
  return page({ organization: realm.name, title: 'Check your mail', text })
}

async function join(call: FormCall, { role }: Invitation, email: string): Promise<HtmlAnswer> {
  const { ctx, realm, params, field } = call
  await requirePermittedEmail(realm, email)
  const wanted = { email, fullName: field('full_name'), password: field('password'), role }
  const account = await prepareAccount(ctx.secret, wanted)
  const { key = '' } = params
  await ctx.transact(realm.id, (tx) => redeemInvitation(tx, ctx.secret, key, account))
  return welcomePage(call, email)
}
