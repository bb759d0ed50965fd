import { hash } from 'node:crypto'
import { ApiError, badRequest, REALM_DEACTIVATED } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import { ROLE } from '../../kernel/realm-state/user.ts'
import { prepareAccount } from '../../people/users/create-user.ts'
import { requirePermittedEmail } from '../../people/users/email/permitted-email.ts'
import { isSignUpOpen, requireSignUp } from '../sign-up/access.ts'
import { signUpMail } from '../sign-up/mail-sign-up.ts'
import { signUp } from '../sign-up/sign-up.ts'
import { SIGN_UP_PATH } from '../sign-up/sign-up-link.ts'
import { emailInput, form, proofOf } from './form.ts'
import { joinPage, newAccountForm, welcomePage } from './new-account.ts'
import { orExplained, pagesAt } from './pages-at.ts'
import { ifPasswords } from './passwords.ts'
import { back, LOGIN, REGISTER } from './sign-in.ts'
import { offersPasswords } from './ways-in.ts'

/** Somebody without an invitation asks for a mail, and follows the link in it. */
export const signUpPages: readonly FormPage[] = [
  ...pagesAt(REGISTER, {
    proof: 'token',
    async show(call) {
      if (call.signedIn) return { to: '/' }
      if (!isSignUpOpen(call.realm)) return invitationNeeded(call)
      return emailForm(call, null)
    },
    async submit(call) {
      if (!isSignUpOpen(call.realm)) return invitationNeeded(call)
      return ifPasswords(call, () => orExplained(requestMail(call), (error) => emailForm(call, error)))
    },
  }),
  ...pagesAt(SIGN_UP_PATH, {
    proof: 'address',
    show: (call) => withEmail(call, async (email) => accountForm(call, email, null)),
    submit: (call) =>
      ifPasswords(call, () =>
        withEmail(call, (email) => orExplained(join(call, email), (error) => accountForm(call, email, error))),
      ),
  }),
]

function invitationNeeded({ realm }: FormCall): HtmlAnswer {
  const text = [`${realm.name} is open by invitation only. Ask somebody there to invite you.`]
  return page({ status: 403, organization: realm.name, title: 'You need an invitation', text, links: back })
}

function emailForm(call: FormCall, refusal: ApiError | null): HtmlAnswer {
  const inputs = [emailInput(call.field('email'))]
  const passwordForm = form({ inputs, button: 'Continue', hidden: proofOf(call) })
  return joinPage(call, { text: [], error: refusal, passwordForm, links: back })
}

/** The same work and the same answer whether the address has an account or not: a job finds that out. */
async function requestMail({ ctx, realm, field, countMailTo }: FormCall): Promise<HtmlAnswer> {
  if (realm.isDeactivated) throw new ApiError('REALM_DEACTIVATED', REALM_DEACTIVATED)
  const email = field('email').trim()
  if (!isEmail(email)) throw badRequest('Enter a valid email address.')
  await requirePermittedEmail(realm, email)
  // Counted like a password reset, but apart from resets of the same address.
  countMailTo(hash('sha256', `sign-up ${foldCase(email)}`, 'base64'))
  await ctx.transact(realm.id, async (tx) => tx.after(signUpMail.job({ email })))
  const text = [`We sent a mail to ${email}. Open the link in it to go on.`]
  return page({ organization: realm.name, title: 'Check your mail', text, links: back })
}

async function withEmail(call: FormCall, work: (email: string) => Promise<HtmlAnswer>): Promise<HtmlAnswer> {
  const { ctx, realm, field } = call
  try {
    return await work(requireSignUp(realm, ctx.secret, field('proof'), seconds(ctx.clock)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const links = isSignUpOpen(realm) ? [{ to: REGISTER, text: 'Ask for another mail' }] : back
    return page({
      status: 404,
      organization: realm.name,
      title: 'This link does not work',
      text: [error.message],
      links,
    })
  }
}

const accountForm = (call: FormCall, email: string, error: ApiError | null): HtmlAnswer =>
  joinPage(call, {
    text: offersPasswords(call) ? ['Choose a name and a password.'] : [],
    error,
    passwordForm: newAccountForm(call, email),
  })

async function join(call: FormCall, email: string): Promise<HtmlAnswer> {
  const { ctx, realm, field } = call
  await requirePermittedEmail(realm, email)
  const wanted = { email, fullName: field('full_name'), password: field('password'), role: ROLE.member }
  const account = await prepareAccount(ctx.secret, wanted)
  await ctx.transact(realm.id, (tx) => signUp(tx, ctx.secret, field('proof'), account))
  return welcomePage(call, email, { to: LOGIN, text: 'Sign in' })
}
