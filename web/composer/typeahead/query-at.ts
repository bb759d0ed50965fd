interface TypedQuery<Kind> {
  readonly kind: Kind
  readonly typed: string
  /** Where the text begins that is completed. */
  readonly start: number
}

export type PersonQuery = TypedQuery<'person'> & { readonly isSilent: boolean }
export type TopicQuery = TypedQuery<'topic'> & { readonly channel: string }
export type ChannelQuery = TypedQuery<'channel'>
export type EmojiQuery = TypedQuery<'emoji'>
export type CommandQuery = TypedQuery<'command'>
export type TimeQuery = TypedQuery<'time'>

/** What somebody is typing that can be completed. */
export type Query = PersonQuery | TopicQuery | ChannelQuery | EmojiQuery | CommandQuery | TimeQuery

/** Nothing that is completed is longer. */
const LONGEST = 160
/** In longer texts code is not looked for: that would take longer than a key may. */
const LONGEST_SEARCHED = 50_000

const PERSON = /(?:^|[\s([{"'/>-])(@(_?)\*{0,2}((?![\s*])[^@*`|\n]{0,40})?)$/u
const MARKED_TOPIC = /(#\*\*([^*>\n]+)(?:\*\* ?>|>)([^*\n]{0,60}))$/u
const PLAIN_TOPIC = /(?:^|[\s([{"'/-])(#((?![\s*])[^#*>`\n]+)>([^*>\n]{0,60}))$/u
const CHANNEL = /(?:^|[\s([{"'/>-])(#\*{0,2}((?![\s*])[^#*>`\n]{0,60})?)$/u
const EMOJI = /(?:^|[\s([{"'])(:([\p{L}\p{N}_+-]{2,30}))$/u
const COMMAND = /^(\/([a-z]*))$/i
const TIME = /(<ti(?:m(?:e(?::([^<>\n]{0,40}))?)?)?)$/i

/** Code is written as it is: nothing in it is completed. */
function isInCode(before: string): boolean {
  if (!before.includes('`') && !before.includes('~~~')) return false
  if ((before.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return (line.match(/`/g)?.length ?? 0) % 2 === 1
}

function find(before: string): Query | null {
  const end = before.slice(-LONGEST)
  const at = (found: RegExpExecArray) => before.length - (found[1]?.length ?? 0)
  const command = before.length < LONGEST ? COMMAND.exec(before) : null
  if (command) return { kind: 'command', typed: command[2] ?? '', start: 0 }
  const topic = MARKED_TOPIC.exec(end) ?? PLAIN_TOPIC.exec(end)
  if (topic) return { kind: 'topic', channel: topic[2] ?? '', typed: topic[3] ?? '', start: at(topic) }
  const person = PERSON.exec(end)
  if (person) return { kind: 'person', typed: person[3] ?? '', isSilent: person[2] === '_', start: at(person) }
  const channel = CHANNEL.exec(end)
  if (channel) return { kind: 'channel', typed: channel[2] ?? '', start: at(channel) }
  const emoji = EMOJI.exec(end)
  if (emoji) return { kind: 'emoji', typed: emoji[2] ?? '', start: at(emoji) }
  const time = TIME.exec(end)
  if (time) return { kind: 'time', typed: time[2] ?? '', start: at(time) }
  return null
}

/** What can be completed at the end of the text before the cursor. */
export function queryAt(before: string): Query | null {
  const found = find(before)
  return found && before.length < LONGEST_SEARCHED && isInCode(before) ? null : found
}
