import type { Mentions } from '../../../markdown/rendering.ts'

/** What a text mentions that mentions nobody. */
export const nobody: Mentions = {
  people: [],
  silentPeople: [],
  groups: [],
  silentGroups: [],
  forbiddenGroups: [],
  channelWildcard: false,
  topicWildcard: false,
}
