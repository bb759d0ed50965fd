import { escapeHtml } from '../../kernel/http/escape-html.ts'
import { problemText } from '../../kernel/http/pages/plain-page.ts'
import { REVEAL_BUTTON, REVEAL_SCRIPT } from '../../kernel/http/pages/reveal.ts'

interface Input {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly help?: string
  readonly autocomplete: string
  readonly readonly?: boolean
  /** Shown so that each character can be told apart, and all of them fit on a phone. */
  readonly isCode?: boolean
  /** A way out beside the label. */
  readonly link?: { readonly to: string; readonly text: string }
}

interface FormContent {
  readonly inputs?: readonly Input[]
  readonly button: string
  /** Fields that the person does not see. */
  readonly hidden?: Readonly<Record<string, string>>
  /** What was wrong with the last field. */
  readonly error?: string | null
  /** It is set for a button that is not the main thing of its page. */
  readonly isQuiet?: boolean
  /** Says which of several forms it is, to people who hear the page. */
  readonly label?: string
}

/** A form that is sent to its own address. */
export function form({ inputs = [], button, hidden = {}, error = null, isQuiet = false, label }: FormContent): string {
  const unseen = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const look = isQuiet ? ' class="quiet"' : ''
  const named = label === undefined ? '' : ` aria-label="${escapeHtml(label)}"`
  const shown = inputs.map((input, index) => fieldOf(input, error !== null && index === inputs.length - 1))
  const problem = error === null ? [] : [problemText(error, 'field-error')]
  const fields = [...unseen, ...shown, ...problem].map((one) => `${one}\n`).join('')
  const script = inputs.some(({ type }) => type === 'password') ? `\n${REVEAL_SCRIPT}` : ''
  return `<form method="post">\n${fields}<button${look}${named}>${escapeHtml(button)}</button>\n</form>${script}`
}

/** A link that looks like the button of a form. */
export const buttonLink = (
  to: string,
  text: string,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): string =>
  `<a class="button${isQuiet ? ' quiet' : ''}" href="${escapeHtml(to)}">${isQuiet ? KEY : ''}${escapeHtml(text)}</a>`

const KEY = `<svg class="icon" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="7" cy="13" r="3.2"/><path d="m9.3 10.7 6.5-6.5M13 7l2.2 2.2M11.2 8.8l1.5 1.5"/></svg>`

/** The field that proves that a page of ours sent the form. */
export const proofOf = ({ csrf }: { readonly csrf: string }) => ({ csrfmiddlewaretoken: csrf })

function fieldOf(input: Input, isWrong: boolean): string {
  const { name, label, type = 'text', value = '', help, autocomplete, readonly, isCode, link } = input
  const described = help ? ` aria-describedby="${name}-help"` : ''
  const state = `${readonly ? ' readonly' : ' required'}${isCode ? ' class="code"' : ''}${isWrong ? ' aria-invalid="true"' : ''}`
  const hint = help ? `\n<p class="help" id="${name}-help">${escapeHtml(help)}</p>` : ''
  const beside = link ? `<a href="${escapeHtml(link.to)}">${escapeHtml(link.text)}</a>` : ''
  const control = `<input id="${name}" name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}"${state}${described}>`
  return `<div class="label"><label for="${name}">${escapeHtml(label)}</label>${beside}</div>
${type === 'password' ? `<div class="secret">${control}${REVEAL_BUTTON}</div>` : control}${hint}`
}

/** The field for the address to which a mail with a link is sent. */
export const emailInput = (value: string): Input => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  value,
  help: 'You get a mail with a link to go on.',
  autocomplete: 'email',
})

/** The field for a password that somebody chooses. */
export const newPassword: Input = {
  name: 'password',
  label: 'Password',
  type: 'password',
  help: 'At least 8 characters, and not easy to guess.',
  autocomplete: 'new-password',
}
