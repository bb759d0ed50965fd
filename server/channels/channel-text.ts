import type { BasicChannel } from '../../api/objects/channel.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'

/** Fields that do not follow from the channel's own record alone. */
const PASSING = [
  'first_message_id',
  'is_recently_active',
  'is_announcement_only',
  'stream_post_policy',
  'stream_weekly_traffic',
  'subscriber_count',
] as const satisfies readonly (keyof BasicChannel)[]

const lasting = new WeakMap<Channel, string>()

/**
 * The JSON of a channel without its closing brace, so that more members can follow. Records are immutable, so the
 * fields that follow from a record are written once.
 */
export function channelText(channel: Channel, shown: BasicChannel): string {
  let text = lasting.get(channel)
  if (text === undefined) {
    text = withoutEnd(Object.fromEntries(Object.entries(shown).filter(([name]) => !isPassing(name))))
    lasting.set(channel, text)
  }
  const passing = Object.fromEntries(PASSING.map((name) => [name, shown[name]]))
  return `${text},${withoutEnd(passing).slice(1)}`
}

const isPassing = (name: string): boolean => (PASSING as readonly string[]).includes(name)

/** `{"a":1`, with at least one member. */
const withoutEnd = (fields: object): string => JSON.stringify(fields).slice(0, -1)

/** The members that follow: `,"a":1`, or nothing. */
export function moreMembers(fields: object): string {
  const text = withoutEnd(fields).slice(1)
  return text === '' ? '' : `,${text}`
}
