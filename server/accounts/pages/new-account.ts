import type { ApiError } from '../../../api/errors.ts'
import type { FormCall, HtmlAnswer } from '../../kernel/http/pages/form-pages.ts'
import { type Link, page } from '../../kernel/http/pages/plain-page.ts'
import { form, newPassword } from './form.ts'
import { problemOf } from './pages-at.ts'
import { waysToJoin } from './ways-in.ts'

interface JoinPage {
  readonly intro?: string
  readonly text: readonly string[]
  readonly error: ApiError | null
  /** HTML. Only shown where people have passwords. */
  readonly passwordForm?: string
  /** The key of the invitation that the provider's button uses. */
  readonly invitation?: string
  readonly links?: readonly Link[]
}

/** Somebody chooses how to join: with a password, with the provider, or with either. */
export function joinPage(
  call: FormCall,
  { intro, text, error, passwordForm = '', invitation, links = [] }: JoinPage,
): HtmlAnswer {
  const { realm } = call
  return page({
    organization: realm.name,
    ...(intro === undefined ? {} : { intro }),
    title: `Join ${realm.name}`,
    text,
    ...(error ? problemOf(error) : {}),
    form: waysToJoin(call, passwordForm, invitation === undefined ? {} : { invitation }),
    links,
  })
}

/** A name and a password for the account of this address, which the person has proved. */
export function newAccountForm({ field }: FormCall, email: string): string {
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
  return form({ inputs, button: 'Join', hidden: { proof: field('proof') } })
}

/** What people see after they have created their account. */
export function welcomePage({ ctx, realm }: FormCall, email: string, link: Link): HtmlAnswer {
  const text = [
    `Your account exists now. Your email address is ${email}.`,
    `Other clients sign in at ${ctx.addressOf(realm)}.`,
  ]
  return page({ organization: realm.name, title: `Welcome to ${realm.name}`, text, links: [link] })
}
