import { lines, link, plain } from './text.ts'

/** Slack's own kind of Markdown. https://docs.slack.dev/messaging/formatting-message-text */
const CODE = /(```[\s\S]*?```|`[^`\n]*`)/
const TOKEN = /<([^<>\n]{1,3000})>/g

/** `&amp;` is the last, so that `&amp;lt;` becomes `&lt;`. */
export const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A pair of signs around a part of a line, between blanks or punctuation. */
const pair = (sign: string): RegExp =>
  new RegExp(`(?<=^|[\\s(>_~*])${sign}(?=\\S)([^\\n${sign}]{1,1000})${sign}(?=$|[\\s).,:;!?_~*])`, 'gm')

const [BOLD, ITALIC, STRUCK] = [pair('\\*'), pair('_'), pair('~')]

/** A text of Slack as our Markdown. */
export const slackText = (text: string): string =>
  lines(text)
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? decoded(part) : prose(part)))
    .join('')

function prose(text: string): string {
  return decoded(formatted(text.replace(TOKEN, (_, token: string) => tokenText(token))))
}

/** Slack's bold, italic and struck text as ours. */
export const formatted = (text: string): string =>
  text
    .replace(BOLD, (_, inner: string) => `**${inner}**`)
    .replace(ITALIC, (_, inner: string) => `*${inner}*`)
    .replace(STRUCK, (_, inner: string) => `~~${inner}~~`)

/** `<address|text>` is a link. People, channels and everybody are only shown. */
function tokenText(token: string): string {
  const [target = '', label] = split(token)
  if (target.startsWith('@') || target.startsWith('#')) return plain(`${target[0]}${label ?? target.slice(1)}`)
  if (target.startsWith('!')) return plain(label ?? `@${target.slice(1)}`)
  return link(decoded(label ?? target), decoded(target))
}

function split(token: string): [string, string?] {
  const bar = token.indexOf('|')
  return bar < 0 ? [token] : [token.slice(0, bar), token.slice(bar + 1)]
}
