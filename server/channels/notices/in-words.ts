import type { Channel } from '../../kernel/realm-state/channel.ts'
import type { GroupSetting } from '../../kernel/realm-state/group.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../kernel/realm-state/topic-name.ts'

const AS_IN_THE_ORGANIZATION = 'as in the organization'
const MAX_NAMES = 20

/** A silent mention of a person. */
export function named(realm: RealmState, userId: number): string {
  const user = realm.users.get(userId)
  return user ? `@_**${user.fullName}|${user.id}**` : 'Somebody'
}

/** Silent mentions of who is permitted. */
export function groupInWords(realm: RealmState, setting: GroupSetting): string {
  const { direct_members: people, direct_subgroups: groups } =
    typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting
  const names = [
    ...groups.flatMap((id) => realm.groups.get(id) ?? []).map(({ name }) => `@_*${name}*`),
    ...people.map((id) => named(realm, id)),
  ]
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest}`
}

const TOPICS: Readonly<Record<Channel['topicsPolicy'], string>> = {
  inherit: AS_IN_THE_ORGANIZATION,
  allow_empty_topic: `${EMPTY_TOPIC_DISPLAY_NAME} and others`,
  disable_empty_topic: `no ${EMPTY_TOPIC_DISPLAY_NAME}`,
  empty_topic_only: `only ${EMPTY_TOPIC_DISPLAY_NAME}`,
}

export const topicsInWords = ({ topicsPolicy }: Channel): string => `**${TOPICS[topicsPolicy]}**`

export function retentionInWords({ messageRetentionDays: days }: Channel): string {
  if (days === null) return `**${AS_IN_THE_ORGANIZATION}**`
  if (days === -1) return '**for ever**'
  return days === 1 ? '**1 day**' : `**${days} days**`
}
