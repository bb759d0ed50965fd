import type { ApiError } from '../../api/errors.ts'
import type { FormCall, HtmlAnswer } from '../http/pages/form-pages.ts'
import { form, newPassword } from './form.ts'
import { page } from './page.ts'
import { LOGIN } from './sign-in.ts'

interface NewAccountPage {
  /** The address of the account, which the person has proved. */
  readonly email: string
  readonly text: readonly string[]
  readonly error: ApiError | null
}

/** Somebody chooses a name and a password for their new account. */
export function newAccountPage({ realm, field }: FormCall, { email, text, error }: NewAccountPage): HtmlAnswer {
  const inputs = [
    { name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', readonly: true },
    {
      name: 'full_name',
      label: 'Your name',
      value: field('full_name'),
      help: 'As people say it. Any script is fine.',
      autocomplete: 'name',
    },
    newPassword,
  ] as const
  return page({
    status: error ? error.status : 200,
    organization: realm.name,
    title: `Join ${realm.name}`,
    text,
    error: error?.message ?? null,
    form: form({ inputs, button: 'Join', hidden: { proof: field('proof') } }),
  })
}

/** What people see after they have created their account. */
export function welcomePage({ ctx, realm }: FormCall, email: string): HtmlAnswer {
  const text = [
    `Your account exists now. Your email address is ${email}.`,
    `Other clients sign in at ${ctx.addressOf(realm)}.`,
  ]
  const links = [{ to: LOGIN, text: 'Sign in' }]
  return page({ organization: realm.name, title: `Welcome to ${realm.name}`, text, links })
}
