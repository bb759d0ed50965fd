import { type Channel, channel } from '../../channels/store.ts'
import { state } from '../../kernel/state.ts'
import { listOf, t } from '../../kernel/texts.ts'
import { isAllowed } from '../../people/groups.ts'
import { isActive, ownId, type Person, person } from '../../people/store.ts'
import type { Target } from '../store.ts'
import { subscribersIn } from '../typeahead/nearness.ts'
import { mentionsIn } from './text-mentions.ts'
import { mayMentionAll, reachOf, type Wildcard } from './wildcards.ts'

/** Something that the writer should know before the message is sent. */
export interface Warning {
  readonly key: string
  readonly text: string
  /** Somebody who can be added to the channel. */
  readonly add?: { readonly personId: number; readonly channel: Channel }
}

const GUEST = 600

export const channelOfTarget = (target: Target): Channel | undefined => {
  if (target.kind === 'new-topic') return channel(target.channelId)
  return target.place.kind === 'channel' ? channel(target.place.streamId) : undefined
}

const mayAdd = (home: Channel): boolean => {
  const setting = state.value?.realm_can_add_subscribers_group
  if (home.invite_only && !home.isSubscribed) return false
  return (setting !== undefined && isAllowed(setting, ownId())) || isAllowed(home.can_add_subscribers_group, ownId())
}

/** A mentioned person who will not be told. */
function missing(one: Person, target: Target): Warning | undefined {
  if (one.is_bot || one.user_id === ownId() || !isActive(one.user_id)) return undefined
  const key = `missing:${one.user_id}`
  const home = channelOfTarget(target)
  if (home) {
    if (subscribersIn(home.stream_id)?.has(one.user_id) !== false) return undefined
    const text = t('warning.notSubscribed', { name: one.full_name, channel: home.name })
    return { key, text, ...(mayAdd(home) && { add: { personId: one.user_id, channel: home } }) }
  }
  const isThere = target.kind === 'place' && target.place.kind === 'direct' && target.place.others.includes(one.user_id)
  return isThere ? undefined : { key, text: t('warning.notInConversation', { name: one.full_name }) }
}

function ofWildcard(word: Wildcard, target: Target): Warning | undefined {
  const count = reachOf(word, target)
  if (!mayMentionAll(word, target)) return { key: word, text: t('warning.wildcardRefused', { word, count }) }
  return count > 1 ? { key: word, text: t('warning.wildcard', { word, count }) } : undefined
}

function guests(target: Target): Warning | undefined {
  if (target.kind !== 'place' || target.place.kind !== 'direct') return undefined
  if (state.value?.realm_enable_guest_user_dm_warning === false) return undefined
  const names = target.place.others.flatMap((id) => {
    const one = person(id)
    return one?.role === GUEST ? [one.full_name] : []
  })
  return names.length > 0
    ? { key: 'guests', text: t('warning.guests', { count: names.length, names: listOf(names) }) }
    : undefined
}

/** People outside a private channel cannot open a link to it. */
function privateLink(linked: Channel, target: Target): Warning | undefined {
  if (!linked.invite_only || channelOfTarget(target)?.stream_id === linked.stream_id) return undefined
  return { key: `link:${linked.stream_id}`, text: t('warning.privateLink', { channel: linked.name }) }
}

/** What the writer should know about a text. */
export function warningsOf(target: Target, text: string): Warning[] {
  const { people, wildcards, channels } = mentionsIn(text)
  return [
    ...wildcards.map((word) => ofWildcard(word, target)),
    ...people.map((one) => missing(one, target)),
    ...channels.map((one) => privateLink(one, target)),
    text.trim() === '' ? undefined : guests(target),
  ].filter((one) => one !== undefined)
}

/** Why a text with mentions of everybody is not sent. Undefined if it can be. */
export function wildcardProblem(target: Target, text: string): string | undefined {
  const word = mentionsIn(text).wildcards.find((one) => !mayMentionAll(one, target))
  return word && t('warning.wildcardRefused', { word, count: reachOf(word, target) })
}
