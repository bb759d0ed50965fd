import { decoded, formatted } from '../../../outside/integrations/slack-text.ts'
import { link, plain } from '../../../outside/integrations/text.ts'
import { withOurEmoji } from '../chats/emoji.ts'
import { storable } from '../chats/names.ts'
import { endQuotes, joined, PartMarks, withoutOurSigns } from '../chats/parts.ts'
import type { SourceText, TextPart } from '../source.ts'

/** What a text can refer to. */
export interface SlackNames {
  /** The shown name of a person or a bot. */
  person(id: string): string | undefined
  channel(id: string): string | undefined
}

/** Code: the fence or the back ticks, and what is between them. */
const CODE = /(```[\s\S]*?```|`[^`\n]+`)/
const TOKEN = /<([^<>\n]{1,4000})>/g

/** A text of Slack as parts. https://docs.slack.dev/messaging/formatting-message-text */
export function slackParts(text: string, names: SlackNames): SourceText {
  const pieces = storable(text).replace(/\r\n?/g, '\n').split(CODE)
  const parts = pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [codeText(piece, names, pieces[index - 1]!, pieces[index + 1]!)] : prose(piece, names),
  )
  return joined(parts)
}

/** Our fences need lines of their own. Nothing inside code is a mention. */
function codeText(code: string, names: SlackNames, before: string, after: string): string {
  const isBlock = code.startsWith('```')
  const inner = code.slice(isBlock ? 3 : 1, isBlock ? -3 : -1)
  const shown = decoded(inner.replace(TOKEN, (_, token: string) => shownToken(token, names)))
  if (!isBlock) return `\`${shown}\``
  const head = before === '' || before.endsWith('\n') ? '' : '\n'
  const tail = after === '' || after.startsWith('\n') ? '' : '\n'
  return `${head}\`\`\`\n${shown.replace(/^\n|\n$/g, '')}\n\`\`\`${tail}`
}

function prose(text: string, names: SlackNames): SourceText {
  const marks = new PartMarks()
  const marked = text.replace(TOKEN, (_, token: string) => marks.mark(tokenPart(token, names)))
  const shown = withoutHeadings(withoutOurSigns(decoded(marked)))
  return marks.split(endQuotes(longQuote(withOurEmoji(formatted(shown)))))
}

/** Slack has no headings. */
const withoutHeadings = (text: string): string => text.replace(/^(?=#{1,6} )/gm, '\u200b')

/** Three signs quote all that follows. */
const longQuote = (text: string): string =>
  text.replace(/^>>>[^\S\n]?([\s\S]*)/m, (_, rest: string) => rest.replace(/^/gm, '> '))

function split(token: string): [string, string?] {
  const bar = token.indexOf('|')
  return bar < 0 ? [token] : [token.slice(0, bar), token.slice(bar + 1)]
}

const DATE = /^!date\^(\d{1,12})\^/
/** A link to a message: channel, seconds, fraction. */
const MESSAGE = /^https:\/\/[\w-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{7,11})(\d{6})(?:[?#]|$)/
const ADDRESS = /^https?:\/\/[^\s<>"'`*]+$/

function tokenPart(token: string, names: SlackNames): TextPart {
  const [target, label] = split(token)
  if (target.startsWith('@')) {
    const id = target.slice(1)
    return { person: id, else: plain(`@${decoded(label ?? names.person(id) ?? id)}`) }
  }
  if (target.startsWith('#')) {
    const id = target.slice(1)
    return { channel: id, else: plain(`#${decoded(label || names.channel(id) || id)}`) }
  }
  if (target.startsWith('!')) return command(target, label)
  const address = decoded(target)
  const [, channel, seconds, fraction] = MESSAGE.exec(address) ?? []
  const otherwise = linkText(address, label)
  // The text of a link with a name of its own would be lost.
  if (channel && label === undefined) return { message: `${channel}/${seconds}.${fraction}`, else: otherwise }
  return otherwise
}

function linkText(address: string, label: string | undefined): string {
  const shown = label === undefined ? undefined : decoded(label)
  if (ADDRESS.test(address) && (shown === undefined || shown === address)) return address
  return link(shown ?? address.replace(/^(?:mailto|tel):/, ''), address)
}

function command(target: string, label: string | undefined): string {
  if (/^!(?:here|channel|everyone|group)$/.test(target)) return '@**all**'
  const [, seconds] = DATE.exec(target) ?? []
  if (seconds) return `<time:${new Date(Number(seconds) * 1000).toISOString().replace('.000', '')}>`
  return plain(decoded(label ?? `@${target.slice(1)}`))
}

/** A token as plain text. */
function shownToken(token: string, names: SlackNames): string {
  const [target, label] = split(token)
  if (label !== undefined && label !== '') return label
  if (target.startsWith('@')) return `@${names.person(target.slice(1)) ?? target.slice(1)}`
  if (target.startsWith('#')) return `#${names.channel(target.slice(1)) ?? target.slice(1)}`
  return target.startsWith('!') ? `@${target.slice(1)}` : target
}
