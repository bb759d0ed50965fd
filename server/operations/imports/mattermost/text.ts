import { plain } from '../../../outside/integrations/text.ts'
import { withOurEmoji } from '../chats/emoji.ts'
import { storable } from '../chats/names.ts'
import { joined, PartMarks, withoutOurSigns } from '../chats/parts.ts'
import type { SourceText } from '../source.ts'

/** What a text can refer to. Names of people and channels are in lower case there. */
export interface MattermostNames {
  /** The shown name of a person or a bot. */
  person(username: string): string | undefined
  /** The id and the shown name of a channel of the same team. */
  channel(name: string): { readonly id: string; readonly name: string } | undefined
}

/** Fences on lines of their own, and code between back ticks. */
const CODE = /(^[^\S\n]*(?:```|~~~)[\s\S]*?(?:^[^\S\n]*(?:```|~~~)[^\S\n]*$|$(?![\s\S]))|(?<!`)`[^`\n]+`(?!`))/m
const ADDRESS = /https?:\/\/[^\s<>()[\]]+/g
const MENTION = /(?<![\w@/.])@([a-z0-9][a-z0-9._-]*)/gi
const CHANNEL = /(?<![\w~])~([a-z0-9][a-z0-9_-]*)/gi
const EVERYBODY = /^(?:all|channel|here)$/i

/** A text of Mattermost as parts. Its Markdown is nearly ours. */
export function mattermostParts(text: string, names: MattermostNames): SourceText {
  const pieces = storable(text).replace(/\r\n?/g, '\n').split(CODE)
  return joined(pieces.flatMap((piece, index) => (index % 2 === 1 ? [ourCode(piece)] : prose(piece, names))))
}

const ourCode = (code: string): string => code.replace(/^(\s*```+\s*)(?:latex|tex)\b/i, '$1math')

function prose(text: string, names: MattermostNames): SourceText {
  const marks = new PartMarks()
  const marked = text
    // The size of a picture.
    .replace(/(!\[[^\]\n]*\]\([^\s)]+)\s+=\d*x?\d*\)/g, '$1)')
    .replace(ADDRESS, (address) => marks.mark(address))
    .replace(MENTION, (whole, written: string) => mention(whole, written, names, marks))
    .replace(CHANNEL, (whole, name: string) => {
      const channel = names.channel(name.toLowerCase())
      return channel ? marks.mark({ channel: channel.id, else: plain(`#${channel.name}`) }) : whole
    })
  return marks.split(withOurEmoji(withStars(withoutOurSigns(marked))))
}

/** A full stop after a name belongs to the sentence, unless somebody has that name. */
function mention(whole: string, written: string, names: MattermostNames, marks: PartMarks): string {
  for (let name = written; name !== ''; name = name.slice(0, -1)) {
    const known = names.person(name.toLowerCase())
    if (known !== undefined)
      return marks.mark({ person: name.toLowerCase(), else: plain(`@${known}`) }) + written.slice(name.length)
    if (EVERYBODY.test(name)) return marks.mark('@**all**') + written.slice(name.length)
    if (!/[._-]$/.test(name)) break
  }
  return whole
}

const STRONG = /(?<![\w_\\])__(?=\S)([^_\n]{1,1000})(?<=\S)__(?![\w_])/g
const EMPHASIS = /(?<![\w_\\])_(?=\S)([^_\n]{1,1000})(?<=\S)_(?![\w_])/g

/** Underscores mean nothing to us. */
export const withStars = (text: string): string =>
  text.replace(STRONG, '**$1**').replace(EMPHASIS, '*$1*').replaceAll('\\_', '_')
