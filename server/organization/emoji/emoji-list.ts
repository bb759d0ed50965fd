import { createHash } from 'node:crypto'
import { EMOJI_TABLE } from '../../../markdown/emoji/table.ts'
import { readEmojiTable } from '../../../markdown/emoji/table-reader.ts'

interface EmojiList {
  /** Changes with the content, so that clients can keep the file for ever. */
  readonly fileName: string
  readonly content: Buffer
}

let list: EmojiList | undefined

/** The names of every Unicode emoji, for clients that have no list of their own. */
export function emojiList(): EmojiList {
  list ??= build()
  return list
}

function build(): EmojiList {
  const names = Object.fromEntries([...readEmojiTable(EMOJI_TABLE)].map((entry) => [entry.code, entry.names]))
  const content = Buffer.from(JSON.stringify({ code_to_names: names }))
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { fileName: `emoji_api.${digest}.json`, content }
}

const FOLDER = '/static/generated/emoji'

export const EMOJI_LIST_PATH = `${FOLDER}/{file}`

export const emojiListUrl = (address: string): string => `${address}${FOLDER}/${emojiList().fileName}`
