import { escapeHtml } from '../escape-html.ts'
import { ART } from './art.ts'
import type { HtmlAnswer } from './form-pages.ts'
import { STYLE } from './style.ts'

interface PageContent {
  readonly status?: number
  /** Name of the organization. */
  readonly organization: string
  readonly title: string
  /** Plain text above the title. */
  readonly intro?: string
  /** Plain text, one paragraph each. */
  readonly text?: readonly string[]
  /** What was wrong with the form that was sent. */
  readonly error?: string | null
  /** HTML. */
  readonly form?: string
  /** Plain text below the form. */
  readonly note?: string
  readonly links?: readonly Link[]
  /** Seconds to wait before the form is sent again. */
  readonly retryAfter?: number | undefined
}

export interface Link {
  /** A path of this server, or an address of another one that the operator has set. */
  readonly to: string
  readonly text: string
}

/** A page of its own, in the look of the sign-in pages. */
export function page(content: PageContent): HtmlAnswer {
  const {
    status = 200,
    organization,
    intro,
    title,
    text = [],
    error,
    form = '',
    note,
    links = [],
    retryAfter,
  } = content
  const paragraphs = text.map((one) => `<p>${escapeHtml(one)}</p>`).join('\n')
  const problem = error ? `${problemText(error, 'error')}\n` : ''
  const ways = links.map(({ to, text: name }) => `<a href="${escapeHtml(to)}">${escapeHtml(name)}</a>`)
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(organization)}</title>
<style>${STYLE}</style>
<link rel="icon" href="/favicon.ico">
<main>
<div class="sheet">
<p class="organization">${LOGO}<bdi>${escapeHtml(organization)}</bdi></p>
${intro === undefined ? '' : `<p class="intro">${escapeHtml(intro)}</p>\n`}<h1>${escapeHtml(title)}</h1>
${paragraphs}
${problem}${form}
${note === undefined ? '' : `<p class="help">${escapeHtml(note)}</p>\n`}${ways.length > 0 ? `<p class="links">${ways.join(' ')}</p>\n` : ''}</div>
</main>
<aside>${ART}<p>One conversation per line. Read the ones that need you, leave the rest for later.</p></aside>
</html>
`
  return { status, html, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** What was wrong, said at once to people who hear the page. */
export const problemText = (error: string, look: 'error' | 'field-error'): string =>
  `<p class="${look}" role="alert">${WARNING}<span>${escapeHtml(error)}</span></p>`

const LOGO = `<svg class="logo" viewBox="0 0 26 26" aria-hidden="true"><rect width="26" height="26" rx="7.5" fill="var(--accent)"/><path d="M6.5 18.8V10a4.2 4.2 0 0 1 4.2-4.2h1.6v8.4h-1.6c-1.5 0-2.4.5-2.4 2.1z" fill="var(--on-accent)"/><path d="M19.5 7.2V16a4.2 4.2 0 0 1-4.2 4.2h-1.6v-8.4h1.6c1.5 0 2.4-.5 2.4-2.1z" fill="var(--on-accent)" opacity=".62"/></svg>`

const WARNING = `<svg class="icon" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 3.3 17.3 16H2.7z"/><path d="M10 8.2v3.6M10 13.9v.1"/></svg>`
