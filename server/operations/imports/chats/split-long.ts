import { MAX_MESSAGE_LENGTH } from '../../../kernel/texts/message-text.ts'
import type { SourceMessage, SourceText, TextPart } from '../source.ts'

/** A name, a link or an address of ours may be so long. */
const PART = 300
/** Leaves space for the marks of code that goes on. */
const MAX_PART_LENGTH = MAX_MESSAGE_LENGTH - 100

const FENCE = /^\s*```/gm

/** A message that is longer than ours can be, as several of the same time. Later ones have ids of their own. */
export function* splitLong(message: SourceMessage): Generator<SourceMessage> {
  const [first, ...rest] = piecesOf(message.content)
  if (rest.length === 0) return yield message
  yield { ...message, content: first! }
  const { edits: _, reactions: _reactions, marks = [], ...same } = message
  const unread = marks.filter(({ unread: isUnread }) => isUnread).map(({ personId }) => ({ personId, unread: true }))
  for (const [index, content] of rest.entries())
    yield { ...same, id: `${message.id}#${index + 2}`, content, ...(unread.length > 0 ? { marks: unread } : {}) }
}

function piecesOf(content: SourceText): SourceText[] {
  const pieces: TextPart[][] = [[]]
  let length = 0
  let isCode = false
  const begin = () => {
    if (isCode) pieces.at(-1)!.push('\n```')
    pieces.push(isCode ? ['```\n'] : [])
    length = 0
  }
  const add = (part: TextPart, size: number) => {
    pieces.at(-1)!.push(part)
    length += size
  }
  for (const part of content) {
    if (typeof part !== 'string') {
      if (length + PART > MAX_PART_LENGTH) begin()
      add(part, PART)
      continue
    }
    let left = part
    while (length + left.length > MAX_PART_LENGTH) {
      const end = endOf(left, MAX_PART_LENGTH - length)
      const taken = left.slice(0, end)
      add(taken, taken.length)
      isCode = fencesIn(taken) % 2 === 1 ? !isCode : isCode
      begin()
      left = left.slice(end).replace(/^\n/, '')
    }
    add(left, left.length)
    isCode = fencesIn(left) % 2 === 1 ? !isCode : isCode
  }
  return pieces.filter((piece) => piece.length > 0)
}

const fencesIn = (text: string): number => text.match(FENCE)?.length ?? 0

/** After a line, after a word, or anywhere but inside a character. */
function endOf(text: string, most: number): number {
  const room = text.slice(0, most)
  const line = room.lastIndexOf('\n')
  if (line > most / 2) return line
  const word = room.lastIndexOf(' ')
  if (word > most / 2) return word + 1
  return /[\ud800-\udbff]$/.test(room) ? most - 1 : most
}
