import { computed } from '@preact/signals'
import { foldCase } from '../../../api/fold-case.ts'
import type { Channel, CustomEmoji, Group, Person, RenderContext, Typesetters } from '../../../markdown/context.ts'
import type { Linkifier } from '../../../markdown/linkifiers/linkifier.ts'
import { channels } from '../../channels/store.ts'
import { state } from '../../kernel/state.ts'
import { groupName, isAllowed } from '../../people/groups.ts'
import { isActive, ownId, people } from '../../people/store.ts'

/** The same as the server's. A text that costs more is shown as it was typed. */
const LIMITS = { previewedUrls: 24, nesting: 20, work: 1_000_000 }

const asPerson = ({ user_id: id, full_name: fullName }: { user_id: number; full_name: string }): Person => ({
  id,
  fullName,
  isActive: isActive(id),
})

const peopleByName = computed(() => {
  const named = new Map<string, Person[]>()
  for (const one of people.value.values()) {
    const key = foldCase(one.full_name)
    const known = named.get(key)
    if (known) known.push(asPerson(one))
    else named.set(key, [asPerson(one)])
  }
  return named
})

const channelsByName = computed(
  () =>
    new Map<string, Channel>(
      [...channels.value.values()].map((one) => [foldCase(one.name), { id: one.stream_id, name: one.name }]),
    ),
)

const listedGroups = computed(() => state.value?.realm_user_groups)
const groupsByName = computed(() => new Map(listedGroups.value?.map((one) => [foldCase(one.name), one])))

/** Computed when a text names the group: looking through all groups takes long in large organizations. */
function groupNamed(name: string): Group | undefined {
  const known = groupsByName.value.get(foldCase(name))
  return (
    known && {
      id: known.id,
      name: known.name,
      displayName: groupName(known.name),
      isActive: !known.deactivated,
      mayBeMentioned: isAllowed(known.can_mention_group, ownId()),
    }
  )
}

const emojiByName = computed(
  () =>
    new Map<string, CustomEmoji>(
      Object.values(state.value?.realm_emoji ?? {})
        .filter((one) => !one.deactivated)
        .map((one) => [one.name, { name: one.name, src: one.source_url }]),
    ),
)

/** The organization as this browser knows it. Only the server knows uploads, and which topics exist. */
export function echoContext(typesetters: Typesetters, linkifiers: readonly Linkifier[]): RenderContext {
  const register = state.value
  return {
    peopleNamed: (name) => peopleByName.value.get(foldCase(name)) ?? [],
    person(id) {
      const known = people.value.get(id)
      return known && asPerson(known)
    },
    groupNamed,
    channelNamed: (name) => channelsByName.value.get(foldCase(name)),
    newestInTopic: () => undefined,
    linkifiers,
    customEmoji: (name) => emojiByName.value.get(name),
    upload: () => undefined,
    typesetters,
    alertWords: undefined,
    settings: {
      defaultCodeLanguage: register?.realm_default_code_block_language ?? '',
      inlineImagePreview: false,
      translateEmoticons: register?.user_settings?.translate_emoticons ?? false,
      fileLinks: false,
      ownUrl: register?.realm_url ?? location.origin,
      extraEmoji: 'service',
      emptyTopicName: register?.realm_empty_topic_display_name ?? '',
      proxied: () => undefined,
    },
    limits: LIMITS,
  }
}
