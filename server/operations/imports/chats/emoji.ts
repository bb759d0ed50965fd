import { unicodeEmoji } from '../../../../markdown/emoji/unicode-emoji.ts'
import { OTHER_NAMES } from './emoji-table.ts'

let others: ReadonlyMap<string, string> | undefined

function otherName(name: string): string | undefined {
  others ??= new Map(
    OTHER_NAMES.trim()
      .split(/,\n?/)
      .map((pair) => pair.split(' ') as [string, string]),
  )
  return others.get(name)
}

/** Slack writes the color of a skin behind the name, Mattermost into it. We have each emoji in one color. */
const SKIN = /(?:::skin-tone-\d+)+$|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/

/** There is one clock here. */
const CLOCK = /^clock\d{1,4}$/

const REGION = 0x1f1e6
const FLAG = /^flag-([a-z])([a-z])$/

/** Our name of an emoji of Slack or Mattermost. Undefined for an emoji that the other organization made. */
export function ourEmoji(given: string): string | undefined {
  const name = given.replace(SKIN, '')
  const emoji = unicodeEmoji()
  const found = otherName(name) ?? name
  if (emoji.codeOf(found) !== undefined) return found
  const plain = name.replaceAll('-', '_')
  if (emoji.codeOf(plain) !== undefined) return plain
  if (CLOCK.test(name)) return 'clock'
  const [, first, second] = FLAG.exec(name) ?? []
  return first && second ? emoji.nameOf(`${region(first)}-${region(second)}`) : undefined
}

const region = (letter: string): string => (REGION + letter.charCodeAt(0) - 97).toString(16)

const IN_TEXT = /:([a-z0-9_+'-]{1,100}):(?::skin-tone-\d:)?/g

/** A text with our names of emoji. Those of the other organization stay as they are. */
export const withOurEmoji = (text: string): string =>
  text.replace(IN_TEXT, (whole, name: string) => {
    const ours = ourEmoji(name)
    return ours === undefined ? whole : `:${ours}:`
  })
