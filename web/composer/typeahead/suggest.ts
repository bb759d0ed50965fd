import type { Target } from '../store.ts'
import type { Query } from './query-at.ts'
import { suggestChannels, suggestTopics } from './suggest-channels.ts'
import { suggestEmoji } from './suggest-emoji.ts'
import { suggestPeople } from './suggest-people.ts'
import { suggestCommands, suggestTimes } from './suggest-words.ts'
import type { Suggestion } from './suggestion.ts'

/** What fits what is being typed, the best first. */
export function suggest(query: Query, target: Target): readonly Suggestion[] {
  switch (query.kind) {
    case 'person':
      return suggestPeople(query, target)
    case 'topic':
      return suggestTopics(query)
    case 'channel':
      return suggestChannels(query, target)
    case 'emoji':
      return suggestEmoji(query)
    case 'command':
      return suggestCommands(query)
    case 'time':
      return suggestTimes(query)
  }
}
