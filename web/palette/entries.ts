import { computed } from '@preact/signals'
import { type Place, placeKey } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel, channels, glyphOf, isResolved, shownTopic } from '../channels/store.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import type { Address } from '../kernel/addresses.ts'
import { foldName } from '../kernel/fold-name.ts'
import { address } from '../kernel/navigation.ts'
import { state } from '../kernel/state.ts'
import { t, titleOfPeople } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { isActive, isMutedPerson, nameOf, ownId, people, statusOf } from '../people/store.ts'
import { topicsKnown } from '../search/known.ts'
import type { IconName } from '../ui/icon-drawing.ts'
import type { RankedEntry } from './rank.ts'
import { channelUse, placeUse, usesOf, viewUse } from './uses.ts'

export type Kind = 'view' | 'channel' | 'topic' | 'person' | 'action'

export interface Entry extends RankedEntry {
  readonly key: string
  readonly kind: Kind
  readonly name: string
  /** A few words after the name. */
  readonly note: string
  readonly icon: IconName
  readonly color?: string
  readonly personId?: number
  readonly keys?: string
  /** It is about what is typed, so that does not stand out. */
  readonly isSearch?: boolean
  readonly to?: Address
  readonly run?: () => unknown
}

const VIEWS = [
  ['inbox', 'inbox', 'G I'],
  ['mentions', 'at', 'G M'],
  ['recent', 'clock', 'G R'],
  ['feed', 'layers', 'G A'],
  ['saved', 'bookmark', 'G L'],
  ['drafts', 'pencil', 'G D'],
  ['scheduled', 'clock', undefined],
  ['reminders', 'alarm', undefined],
] as const

/** What is near when the list is made. Each event would change it, and thousands of entries with it. */
const openChannel = (): number | undefined => {
  const here = address.peek()
  return 'channelId' in here ? here.channelId : undefined
}
const groups = computed(() => state.value?.recent_private_conversations)

/** Something unread is near, and the more so if it is for the person. */
const nearnessOf = (place: Place): number => {
  const count = counts.peek().places.get(placeKey(place))
  if (!count || count.isMuted) return 0
  return count.mentions > 0 || place.kind === 'direct' ? 0.6 : 0.4
}

function views(now: number): Entry[] {
  return VIEWS.map(([view, icon, keys]) => {
    const name = t(view === 'saved' ? 'view.later' : `view.${view}`)
    const key = viewUse(view)
    return {
      key,
      kind: 'view',
      name,
      note: '',
      icon,
      folded: foldName(name),
      near: 0.3,
      used: usesOf(key, now),
      to: { view },
      ...(keys && { keys }),
    }
  })
}

function channelEntries(now: number): Entry[] {
  const open = openChannel()
  return [...channels.value.values()]
    .filter((one) => !one.is_archived)
    .map((one) => {
      const { stream_id: id, name, isSubscribed, color } = one
      const key = channelUse(id)
      return {
        key,
        kind: 'channel',
        name,
        note: isSubscribed ? t('palette.channel') : t('palette.otherChannel'),
        icon: glyphOf(one),
        color: channelColor(color),
        folded: foldName(name),
        near: (isSubscribed ? 0.3 : 0) + (open === id ? 0.2 : 0),
        used: usesOf(key, now),
        to: { view: 'topics', channelId: id },
      }
    })
}

function topicEntries(now: number): Entry[] {
  const open = openChannel()
  return topicsKnown.value.map(({ channelId, name: topic, folded }) => {
    const place: Place = { kind: 'channel', streamId: channelId, topic }
    const home = channel(channelId)
    const key = placeUse(place)
    const note = [home?.name ?? '', isResolved(topic) && t('palette.resolved')].filter(Boolean).join(', ')
    return {
      key,
      kind: 'topic',
      name: shownTopic(topic),
      note,
      icon: glyphOf(home),
      color: channelColor(home?.color),
      folded: isResolved(topic) || topic === '' ? foldName(shownTopic(topic)) : folded,
      near: (open === channelId ? 0.3 : 0) + nearnessOf(place) + (home?.isSubscribed ? 0.1 : 0),
      used: usesOf(key, now),
      to: { view: 'topic', channelId, topic },
    }
  })
}

function directEntry(others: readonly number[], now: number): Entry {
  const place: Place = { kind: 'direct', others }
  const [first] = others
  const ids = first === undefined ? [ownId()] : others
  const names = ids.map((id) => nameOf(id) ?? '…')
  const name = names.length === 1 ? (names[0] ?? '') : titleOfPeople(names)
  const only = ids.length === 1 ? ids[0] : undefined
  const status = only === undefined ? undefined : statusOf(only)?.status_text
  const isOwn = only === ownId()
  const isBot = only !== undefined && people.value.get(only)?.is_bot
  const key = placeUse(place)
  return {
    key,
    kind: 'person',
    name,
    note: isOwn ? t('person.you') : status ? `“${status}”` : isBot ? t('people.bot') : '',
    icon: 'users',
    ...(only !== undefined && { personId: only }),
    ...(status && { also: foldName(status) }),
    folded: foldName(name),
    near: nearnessOf(place) + (isBot || isOwn || (only !== undefined && isMutedPerson(only)) ? 0 : 0.15),
    used: usesOf(key, now),
    to: addressOf(place, ownId()),
  }
}

function personEntries(now: number): Entry[] {
  const recent = new Set(
    groups.value?.filter(({ user_ids }) => user_ids.length === 1).map(({ user_ids }) => user_ids[0]),
  )
  const single = [...people.value.values()]
    .filter((one) => isActive(one.user_id))
    .map(({ user_id: id }) => {
      const entry = directEntry(id === ownId() ? [] : [id], now)
      return recent.has(id) ? { ...entry, near: entry.near + 0.2 } : entry
    })
  const several = (groups.value ?? [])
    .filter(({ user_ids }) => user_ids.length > 1)
    .map(({ user_ids }) =>
      directEntry(
        [...user_ids].sort((a, b) => a - b),
        now,
      ),
    )
  return [...single, ...several]
}

/** All places. They are listed once for each time that the palette is opened. */
export function placeEntries(now = Date.now()): Entry[] {
  return [...views(now), ...channelEntries(now), ...topicEntries(now), ...personEntries(now)]
}
