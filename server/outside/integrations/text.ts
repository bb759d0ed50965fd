/**
 * Texts of other services as Markdown. Anybody may have written them, so they must not mention people, begin a block or
 * close one of ours. Markdown has no escapes: signs with a meaning are replaced by others that look like them.
 */

/** Longer texts are cut before anything looks at their characters. */
const MAX_TEXT_LENGTH = 20_000

/** Invisible, or changes the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const BLANKS = /\s+/g

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '*': '∗',
  '`': "'",
  '~': '∼',
  '[': '(',
  ']': ')',
  $: '$ ',
  '<time:': '< time:',
}
/** A dollar sign counts only before another one. */
const SIGNS = /[*`~[\]]|\$(?=\$)|<time:/g

const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Cuts a text, but no character in two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = isHalf(text.charCodeAt(most - 2)) ? most - 2 : most - 1
  return `${text.slice(0, end).trimEnd()}…`
}

const oneLine = (text: string, most: number): string =>
  cut(cut(text, MAX_TEXT_LENGTH).replace(UNSEEN, ' ').replace(BLANKS, ' ').trim(), most)

/** One line that is shown as it is. */
export const plain = (text: string, most = 200): string =>
  oneLine(text, most).replace(SIGNS, (sign) => LOOK_ALIKES[sign] ?? '')

/** A short name in the type of code, such as that of a branch. */
export const code = (text: string, most = 100): string => `\`${oneLine(text, most).replaceAll('`', "'") || '?'}\``

const MAX_URL_LENGTH = 2_000
/** What could end the address or begin something else inside it. */
const IN_ADDRESS = /[()[\]`*~$<>"'|\\]/g

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** The address of a page. Undefined for anything else, such as a script. */
function pageAddress(address: string | undefined): string | undefined {
  if (address === undefined || address.length > MAX_URL_LENGTH) return undefined
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.href.replace(IN_ADDRESS, percent)
}

/** A link, or its text alone if there is no page to link to. */
export function link(text: string, address: string | undefined): string {
  const href = pageAddress(address)
  return href === undefined ? plain(text) : `[${plain(text)}](${href})`
}

/** The same with the text in the type of code. */
export function codeLink(text: string, address: string | undefined): string {
  const href = pageAddress(address)
  return href === undefined ? code(text) : `[${code(text)}](${href})`
}

/** Markdown that mentions nobody and is no command, whatever it contains. Every message of an integration is. */
export const harmless = (text: string): string =>
  text
    .toWellFormed()
    .replace(/@(?=_?\*)/g, '@\u200b')
    .replace(/^\s*\//, '\u200b/')

/** Comments in templates, which their service hides. */
const HIDDEN = /<!--[\s\S]*?-->/g
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g
const UNSEEN_IN_LINES = /[\p{Cs}\u202a-\u202e\u2066-\u2069]|(?![\n\t])\p{Cc}/gu

/** Several lines of Markdown of another service, with nothing invisible. */
export const lines = (text: string): string =>
  cut(text, MAX_TEXT_LENGTH).replace(LINE_ENDS, '\n').replace(UNSEEN_IN_LINES, '')

const MAX_QUOTE_LENGTH = 1_000
/** This limit includes comments. */
const MAX_RAW_QUOTE_LENGTH = 5_000

/** A text as a quote below what was said about it. Each line has its own sign, so nothing in it can end the quote. */
export function quote(text: string | undefined): string {
  const quoted = cut(
    lines(cut(text ?? '', MAX_RAW_QUOTE_LENGTH))
      .replace(HIDDEN, '')
      .trim(),
    MAX_QUOTE_LENGTH,
  )
  return quoted === '' ? '' : `\n${quoted.replace(/^/gm, '> ')}`
}

/** Characters that a topic cannot have. */
const NOT_IN_TOPICS = /[\p{Cc}\p{Cs}\p{Cn}\s]+/gu

/** A topic can be longer: it is cut when the message is sent. */
export const topicName = (text: string): string => cut(text, MAX_TEXT_LENGTH).replace(NOT_IN_TOPICS, ' ').trim()

/** Writes a list of at most `most` lines, with the number of those that are left out. */
export function bullets(items: readonly string[], total: number, most = 20): string {
  const shown = items.slice(0, most)
  const left = total - shown.length
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].map((item) => `\n* ${item}`).join('')
}
