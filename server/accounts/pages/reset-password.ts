import { hash } from 'node:crypto'
import { type ApiError, badRequest } from '../../../api/errors.ts'
import { foldCase } from '../../../api/fold-case.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { isEmail } from '../../kernel/base/person-rules.ts'
import type { FormCall, FormPage, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { page } from '../../kernel/http/pages/plain-page.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { passwordResetMail } from '../password-reset/mail-password-reset.ts'
import { accountOfReset, hashNewPassword, resetPassword } from '../password-reset/reset-password.ts'
import { form, newPassword, proofOf } from './form.ts'
import { orExplained, pagesAt, problemOf } from './pages-at.ts'
import { ifPasswords } from './passwords.ts'
import { back, LOGIN } from './sign-in.ts'

/** Somebody who forgot their password asks for a mail, and follows the link in it. */
export const resetPages: readonly FormPage[] = [
  ...pagesAt('/accounts/password/reset/', {
    proof: 'token',
    show: (call) => ifPasswords(call, async () => requestForm(call, null)),
    submit: (call) => ifPasswords(call, () => orExplained(requestMail(call), (error) => requestForm(call, error))),
  }),
  ...pagesAt('/accounts/password/reset/{token}/', {
    proof: 'address',
    show: (call) => ifPasswords(call, () => withAccount(call, async (user) => passwordForm(call, user, null))),
    submit: (call) =>
      ifPasswords(call, () =>
        withAccount(call, (user) =>
          orExplained(changePassword(call, user), (error) => passwordForm(call, user, error)),
        ),
      ),
  }),
]

function requestForm(call: FormCall, refusal: ApiError | null): HtmlAnswer {
  const { realm, field } = call
  const email = {
    name: 'email',
    label: 'Email',
    type: 'email',
    value: field('email'),
    autocomplete: 'username',
  } as const
  return page({
    organization: realm.name,
    title: 'Choose a new password',
    text: ['You get a mail with a link to do so.'],
    ...(refusal ? problemOf(refusal) : {}),
    form: form({ inputs: [email], button: 'Send the mail', hidden: proofOf(call) }),
    links: back,
  })
}

/** The same work and the same answer, whether the address has an account or not: a job finds that out. */
async function requestMail({ ctx, realm, field, countMailTo }: FormCall): Promise<HtmlAnswer> {
  const email = field('email').trim()
  if (!isEmail(email)) throw badRequest('Enter a valid email address.')
  countMailTo(hash('sha256', foldCase(email), 'base64'))
  await ctx.transact(realm.id, async (tx) => tx.after(passwordResetMail.job({ email })))
  const text = [`If ${email} has an account here, we sent a mail to it. Open the link in it to choose a new password.`]
  return page({ organization: realm.name, title: 'Check your mail', text, links: back })
}

async function withAccount(call: FormCall, work: (user: User) => Promise<HtmlAnswer>): Promise<HtmlAnswer> {
  const { ctx, realm, params } = call
  const { token = '' } = params
  const user = await accountOfReset(ctx.database.db, realm, ctx.secret, token, seconds(ctx.clock))
  return user ? work(user) : deadLink(call)
}

function deadLink({ realm }: FormCall): HtmlAnswer {
  const text = ['It may have been used, or it is too old.']
  const links = [{ to: '/accounts/password/reset/', text: 'Ask for another mail' }]
  return page({ status: 404, organization: realm.name, title: 'This link does not work', text, links })
}

function passwordForm({ realm }: FormCall, { deliveryEmail }: User, refusal: ApiError | null): HtmlAnswer {
  const account = { name: 'email', label: 'Email', type: 'email', value: deliveryEmail } as const
  const inputs = [
    { ...account, autocomplete: 'username', readonly: true },
    { ...newPassword, label: 'New password' },
  ]
  return page({
    organization: realm.name,
    title: 'Choose a new password',
    text: ['All browsers are signed out when you change it.'],
    ...(refusal ? problemOf(refusal) : {}),
    form: form({ inputs, button: 'Change the password' }),
  })
}

async function changePassword(call: FormCall, user: User): Promise<HtmlAnswer> {
  const { ctx, realm, params, field } = call
  const { token = '' } = params
  const passwordHash = await hashNewPassword(user, field('password'))
  const isDone = await ctx.transact(realm.id, (tx) => resetPassword(tx, ctx.secret, token, passwordHash))
  if (!isDone) return deadLink(call)
  const text = ['You can sign in with it now.']
  const links = [{ to: LOGIN, text: 'Sign in' }]
  return page({ organization: realm.name, title: 'Your password is changed', text, links })
}
