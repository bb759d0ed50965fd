import { ApiError } from '../../../api/errors.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { FormAnswer, FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { requirePasswords } from '../../organization/sign-in-methods/methods.ts'
import { prepareAccount } from '../../people/users/create-user.ts'
import { requirePermittedEmail } from '../../people/users/email/permitted-email.ts'
import { readAddressProof } from '../invitations/address-proof.ts'
import type { Invitation } from '../invitations/invitation.ts'
import { addressCheck } from '../invitations/mail-address-check.ts'
import { redeemInvitation, requireUsableInvitation } from '../invitations/redeem-invitation.ts'
import { emailInput, form } from './form.ts'
import { joinPage, newAccountForm, welcomePage } from './new-account.ts'
import { pagesAt } from './pages-at.ts'
import { LOGIN } from './sign-in.ts'
import { offersPasswords } from './ways-in.ts'

/** The page behind the link of an invitation: somebody chooses a name and a password, or continues with the provider. */
export const joinPages: readonly FormPage[] = pagesAt('/join/{key}/', {
  proof: 'address',
  show: (call) => withInvitation(call, keyOf(call), async (invitation) => formFor(call, invitation, null)),
  submit: (call) =>
    withInvitation(call, keyOf(call), async (invitation) => {
      const email = provedEmail(call, invitation)
      try {
        requirePasswords(call.ctx.config, call.realm)
        return email === null ? await askForProof(call, invitation) : await join(call, invitation, email)
      } catch (error) {
        if (error instanceof ApiError) return formFor(call, invitation, error)
        throw error
      }
    }),
})

const keyOf = ({ params }: FormCall): string => params['key'] ?? ''

/** Does something with the invitation of a key, or says that the link does not work. */
export async function withInvitation<T extends FormAnswer>(
  { ctx, realm }: FormCall,
  key: string,
  work: (invitation: Invitation) => Promise<T>,
): Promise<T | HtmlAnswer> {
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
  const email = provedEmail(call, invitation)
  // The form for a password shows the address.
  const isNamed = offersPasswords(call) || invitation.email === null
  return joinPage(call, {
    intro: `${inviter} invited you.`,
    text: isNamed ? [] : [`The invitation is for ${invitation.email}.`],
    error,
    passwordForm:
      email === null ? form({ inputs: [emailInput(field('email'))], button: 'Continue' }) : newAccountForm(call, email),
    invitation: keyOf(call),
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
  const { ctx, realm, field } = call
  await requirePermittedEmail(realm, email)
  const wanted = { email, fullName: field('full_name'), password: field('password'), role }
  const account = await prepareAccount(ctx.secret, wanted)
  await ctx.transact(realm.id, (tx) => redeemInvitation(tx, ctx.secret, keyOf(call), account))
  return welcomePage(call, email, { to: LOGIN, text: 'Sign in' })
}
