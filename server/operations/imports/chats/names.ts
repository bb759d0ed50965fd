import { foldCase } from '../../../../api/fold-case.ts'
import { showsNothing, withoutIgnorable } from '../../../kernel/base/visible-text.ts'
import { namedTopicKey } from '../../../kernel/realm-state/topic-name.ts'
import { MAX_TOPIC_LENGTH } from '../../../kernel/texts/message-text.ts'

/** The limit of the names of channels and folders. */
export const MAX_CHANNEL_NAME_LENGTH = 60

/** PostgreSQL stores no NUL, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** One line with nothing invisible in it. */
export const oneLine = (text: string): string => text.toWellFormed().replace(INVISIBLE, ' ').trim()

/** Cuts a text to a number of code points and adds dots where something is missing. */
export function cutTo(text: string, most: number): string {
  const points = [...text]
  if (points.length <= most) return text
  return `${points
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** Names that are the same to a reader are the same here. */
export const nameKey = (name: string): string => foldCase(withoutIgnorable(name))

/** Makes names of other systems fit, and keeps them different. */
export class DistinctNames {
  readonly #taken = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The name, or the beginning of it and a number. `ending` is kept: ` (Team)`. */
  take(text: string, ending = ''): string {
    const name = oneLine(text)
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? ending : `${ending} (${number})`
      const wanted = `${cutTo(showsNothing(name) ? 'unnamed' : name, Math.max(1, this.#most - [...end].length))}${end}`
      const key = nameKey(wanted)
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return wanted
    }
  }
}

const LINK = /!?\[([^\]\n]*)\]\([^)\n]*\)/g
/** Marks of Markdown, and the mark of a resolved topic. */
const SIGNS = /[*`~]+|^[>#✔\s]+|^\s*(?:[-+]|\d+\.)\s+/g
/** The numbers of topics with the same first words look like this. */
const NUMBER = / \((\d+)\)$/

/** The first words of a text, for the name of a topic. Empty if there are none. */
export function firstWords(text: string): string {
  const line = text.split('\n').find((one) => !showsNothing(one.replace(SIGNS, ''))) ?? ''
  const words = oneLine(line.replace(LINK, '$1').replace(SIGNS, '')).replace(NUMBER, ' $1')
  // Some names mean that there is no topic.
  if (namedTopicKey(words) === '') return ''
  const cut = cutTo(words, MAX_TOPIC_LENGTH)
  if (cut === words) return words
  // Ends after a whole word, unless that leaves little.
  const end = cut.lastIndexOf(' ')
  return end > MAX_TOPIC_LENGTH / 2 ? `${cut.slice(0, end).replace(/[\s,;:.–—-]+$/, '')}…` : cut
}
