import type { Group, Person } from '../context.ts'
import type { NotedMentions } from '../noted-mentions.ts'

/** The target of a mention, kept in its token until it is written. */
export type MentionTarget =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'channel'; readonly word: string }
  | { readonly kind: 'topic' }
  | { readonly kind: 'group'; readonly group: Group }

/** Deactivated people and groups are not notified. */
export function isGone(mentioned: MentionTarget): boolean {
  if (mentioned.kind === 'person') return !mentioned.person.isActive
  return mentioned.kind === 'group' && !mentioned.group.isActive
}

/** The name without the sign before it. */
export function nameOfMentioned(mentioned: MentionTarget): string {
  switch (mentioned.kind) {
    case 'person':
      return mentioned.person.fullName
    case 'channel':
      return mentioned.word
    case 'topic':
      return 'topic'
    case 'group':
      return mentioned.group.displayName
  }
}

export function noteMention(notes: NotedMentions, mentioned: MentionTarget, silent: boolean): void {
  switch (mentioned.kind) {
    case 'person':
      ;(silent ? notes.silentPeople : notes.people).add(mentioned.person.id)
      break
    case 'channel':
      if (!silent) notes.channelWildcard = true
      break
    case 'topic':
      if (!silent) notes.topicWildcard = true
      break
    case 'group':
      noteGroup(notes, mentioned.group, silent)
  }
}

function noteGroup(notes: NotedMentions, group: Group, silent: boolean): void {
  if (silent) notes.silentGroups.add(group.id)
  else if (group.mayBeMentioned) notes.groups.add(group.id)
  else notes.forbiddenGroups.add(group.name)
}
