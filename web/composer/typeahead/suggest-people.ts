import { computed } from '@preact/signals'
import { t } from '../../kernel/texts.ts'
import { groupName, groups, isAllowed, membersOf } from '../../people/groups.ts'
import { isActive, ownId, type Person, people } from '../../people/store.ts'
import type { Target } from '../store.ts'
import { mayMentionAll } from '../warnings/wildcards.ts'
import { best, fitOf, type RankedItem, searched } from './match.ts'
import { type Nearness, nearnessOf } from './nearness.ts'
import type { PersonQuery } from './query-at.ts'
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts'

const listed = computed(() =>
  [...people.value.values()]
    .filter((one) => isActive(one.user_id))
    .map((one) => ({ one, name: searched(one.full_name) })),
)

/** How many people have each name. */
const namesakes = computed(() => {
  const counts = new Map<string, number>()
  for (const { full_name } of people.value.values()) {
    const key = searched(full_name)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
})

const WILDCARDS = ['all', 'topic'] as const
const RESERVED = new Set(['all', 'everyone', 'channel', 'stream', 'topic'])

/** How far away somebody is from what is written. */
const FAR = 3
const GROUPS = 2

const isNameTaken = (name: string): boolean => {
  const key = searched(name)
  return (namesakes.value.get(key) ?? 0) > 1 || RESERVED.has(key)
}

const signOf = (isSilent: boolean): string => (isSilent ? '@_' : '@')

/** The Markdown that mentions a person. Names that several have get the id. */
export const mentionOf = ({ user_id, full_name }: Person, isSilent: boolean): string =>
  `${signOf(isSilent)}**${full_name}${isNameTaken(full_name) ? `|${user_id}` : ''}**`

function ofPerson(one: Person, isSilent: boolean, near: Nearness): Suggestion {
  const isShared = (namesakes.value.get(searched(one.full_name)) ?? 0) > 1
  const where = near.noteOf(one.user_id)
  const isMissed = near.isOutside(one.user_id) && !isSilent
  return {
    key: `person:${one.user_id}`,
    name: `${signOf(isSilent)}${one.full_name}`,
    sign: signOf(isSilent),
    note: [isShared && (one.delivery_email ?? one.email), one.is_bot && t('person.bot'), where]
      .filter(Boolean)
      .join(' · '),
    text: `${mentionOf(one, isSilent)} `,
    picture: { person: one.user_id },
    ...(isMissed && { badge: t('typeahead.notNotified') }),
  }
}

function* rankedPeople(typed: string, isSilent: boolean, near: Nearness): Generator<RankedItem<() => Suggestion>> {
  for (const { one, name } of listed.value) {
    const fits = fitOf(name, typed)
    if (fits === undefined) continue
    const distance = one.is_bot || one.user_id === ownId() ? FAR + 1 : near.distanceOf(one.user_id)
    const rank = (fits === 0 && typed !== '' ? 0 : 10) + distance * 2 + (fits === 2 ? 1 : 0)
    yield { item: () => ofPerson(one, isSilent, near), rank, name }
  }
}

function* rankedGroups(typed: string, isSilent: boolean): Generator<RankedItem<() => Suggestion>> {
  for (const group of groups.value.values()) {
    const title = groupName(group.name)
    const name = searched(title)
    const fits = fitOf(name, typed) ?? fitOf(searched(group.name), typed)
    if (fits === undefined || !(isSilent || isAllowed(group.can_mention_group, ownId()))) continue
    const isSystem = group.is_system_group
    // Without a letter, the groups that everybody is in are not what one looks for.
    if (isSystem && typed === '') continue
    const rank = (fits === 0 && typed !== '' ? 0 : 10) + (isSystem ? FAR : GROUPS) * 2 + (fits === 2 ? 1 : 0)
    const item = (): Suggestion => ({
      key: `group:${group.id}`,
      name: `${signOf(isSilent)}${title}`,
      sign: signOf(isSilent),
      note: t('typeahead.group', { count: membersOf(group.id).size }),
      text: `${signOf(isSilent)}*${group.name}* `,
      picture: { icon: 'users' },
    })
    yield { item, rank, name }
  }
}

function* rankedWildcards(typed: string, isSilent: boolean, target: Target): Generator<RankedItem<() => Suggestion>> {
  if (isSilent) return
  const isDirect = target.kind === 'place' && target.place.kind === 'direct'
  for (const word of WILDCARDS) {
    if (fitOf(word, typed) === undefined || (isDirect && word === 'topic') || !mayMentionAll(word, target)) continue
    const note = t(isDirect ? 'typeahead.allHere' : `typeahead.${word}`)
    const item = (): Suggestion => ({
      key: `wildcard:${word}`,
      name: `@${word}`,
      note,
      text: `@**${word}** `,
      picture: { icon: 'bell' },
    })
    yield { item, rank: (typed === word ? 0 : 10) + GROUPS * 2 + 1, name: word }
  }
}

/** People, groups and everybody together, those of the conversation first. */
export function suggestPeople(query: PersonQuery, target: Target): Suggestion[] {
  const typed = searched(query.typed)
  const near = nearnessOf(target)
  function* all() {
    yield* rankedPeople(typed, query.isSilent, near)
    yield* rankedGroups(typed, query.isSilent)
    yield* rankedWildcards(typed, query.isSilent, target)
  }
  return best(all(), MAX_SUGGESTIONS).map((item) => item())
}
