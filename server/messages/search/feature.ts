import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { backlogIndexing, indexBacklog } from './index-backlog.ts'
import { stopWordsState } from './initial-state.ts'
import { searchInvariants } from './invariants.ts'

export const searchFeature = feature({
  shares: ['highlight', 'index-backlog', 'lexemes', 'parse-search', 'queries', 'search-sql'],
  state: [stopWordsState],
  visitorState: [stopWordsState],
  tasks: [task(backlogIndexing, (context, { realm, signal }) => indexBacklog(context, realm, signal))],
  invariants: searchInvariants,
})
