import { escapeHtml } from '../http/escape-html.ts'
import type { HtmlAnswer } from '../http/pages/form-pages.ts'
import { STYLE } from './style.ts'

interface PageContent {
  readonly status?: number
  /** Name of the organization. */
  readonly organization: string
  readonly title: string
  /** Plain text, one paragraph each. */
  readonly text?: readonly string[]
  /** What was wrong with the form that was sent. */
  readonly error?: string | null
  /** HTML. */
  readonly form?: string
}

/** A page of its own, in the look of the sign-in pages. */
export function page({ status = 200, organization, title, text = [], error, form = '' }: PageContent): HtmlAnswer {
  const paragraphs = text.map((one) => `<p>${escapeHtml(one)}</p>`).join('\n')
  const problem = error ? `<p class="error" role="alert">${escapeHtml(error)}</p>\n` : ''
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(organization)}</title>
<style>${STYLE}</style>
<main>
<p class="organization"><bdi>${escapeHtml(organization)}</bdi></p>
<h1>${escapeHtml(title)}</h1>
${paragraphs}
${problem}${form}
</main>
</html>
`
  return { status, html }
}

interface Input {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly help?: string
  readonly autocomplete: string
  readonly readonly?: boolean
}

/** A form that is sent to its own address. `hidden`: fields that the person does not see. */
export function form(inputs: readonly Input[], button: string, hidden: Readonly<Record<string, string>> = {}): string {
  const fields = inputs.map(({ name, label, type = 'text', value = '', help, autocomplete, readonly }) => {
    const described = help ? ` aria-describedby="${name}-help"` : ''
    const state = readonly ? ' readonly' : ' required'
    const hint = help ? `\n<p class="help" id="${name}-help">${escapeHtml(help)}</p>` : ''
    return `<label for="${name}">${escapeHtml(label)}</label>
<input id="${name}" name="${name}" type="${type}" value="${escapeHtml(value)}" autocomplete="${autocomplete}"${state}${described}>${hint}`
  })
  const unseen = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post">\n${[...unseen, ...fields].join('\n')}\n<button>${escapeHtml(button)}</button>\n</form>`
}
