import { Distinct } from './distinct.ts'
import type { Mentions } from './rendering.ts'

/** The mentions of a text. */
export class NotedMentions {
  readonly people = new Distinct<number>()
  readonly silentPeople = new Distinct<number>()
  readonly groups = new Distinct<number>()
  readonly silentGroups = new Distinct<number>()
  readonly forbiddenGroups = new Distinct<string>()
  channelWildcard = false
  topicWildcard = false

  list(): Mentions {
    return {
      people: this.people.list(),
      silentPeople: this.silentPeople.list(),
      groups: this.groups.list(),
      silentGroups: this.silentGroups.list(),
      forbiddenGroups: this.forbiddenGroups.list(),
      channelWildcard: this.channelWildcard,
      topicWildcard: this.topicWildcard,
    }
  }
}

export const NO_MENTIONS: Mentions = Object.freeze(new NotedMentions().list())
