import { isTrue, numberAt, textAt } from '../archive/fields.ts'
import type { Json } from '../archive/read-json.ts'
import { cutTo, DistinctNames, MAX_CHANNEL_NAME_LENGTH, nameKey, oneLine } from '../chats/names.ts'
import { channelId } from './people.ts'

export interface Team {
  readonly id: string
  readonly where: string
  readonly name: string
  readonly description: string
  /** Its channels are open to everybody on that server who wants to join. */
  readonly isOpen: boolean
}

export interface Channel {
  readonly id: string
  readonly where: string
  readonly team: string
  /** It is written as in the address of the channel. */
  readonly word: string
  readonly name: string
  readonly description: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
}

const MAX_DESCRIPTION_LENGTH = 900

export const teamOf = (record: Json, where: string): Team => ({
  id: textAt(record, 'name').toLowerCase(),
  where,
  name: oneLine(textAt(record, 'display_name')) || textAt(record, 'name'),
  description: cutTo(oneLine(textAt(record, 'description')), MAX_DESCRIPTION_LENGTH),
  isOpen: textAt(record, 'type') !== 'I' || isTrue(record, 'allow_open_invite'),
})

export function channelOf(record: Json, where: string): Channel {
  const [team, word] = [textAt(record, 'team').toLowerCase(), textAt(record, 'name').toLowerCase()]
  const texts = [textAt(record, 'purpose'), textAt(record, 'header')].filter((text) => text !== '')
  return {
    id: channelId(team, word),
    where,
    team,
    word,
    name: oneLine(textAt(record, 'display_name')) || word,
    description: cutTo([...new Set(texts)].join(' – '), MAX_DESCRIPTION_LENGTH),
    isPrivate: textAt(record, 'type') === 'P',
    isArchived: (numberAt(record, 'deleted_at') ?? numberAt(record, 'delete_at') ?? 0) > 0,
  }
}

/** Names of channels for one organization. A name that two teams have gets the name of the team. */
export function channelNames(
  channels: Iterable<Channel>,
  teams: ReadonlyMap<string, Team>,
): ReadonlyMap<string, string> {
  const all = [...channels]
  const teamsWith = new Map<string, Set<string>>()
  for (const { name, team } of all) {
    const key = nameKey(name)
    teamsWith.set(key, (teamsWith.get(key) ?? new Set()).add(team))
  }
  const names = new DistinctNames(MAX_CHANNEL_NAME_LENGTH)
  const ending = ({ name, team }: Channel): string =>
    teamsWith.get(nameKey(name))!.size > 1
      ? ` (${cutTo(oneLine(teams.get(team)?.name ?? team), MAX_CHANNEL_NAME_LENGTH / 2)})`
      : ''
  return new Map(all.map((channel) => [channel.id, names.take(channel.name, ending(channel))]))
}
