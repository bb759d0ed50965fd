import { startSearching } from './change-query.ts'
import { startFollowingResults } from './follow-results.ts'
import { SearchPage } from './SearchPage.tsx'

let isStarted = false

/** Follows the address and the events, from the first time on that somebody searches. */
export function startSearch(): typeof SearchPage {
  if (!isStarted) {
    startFollowingResults()
    startSearching()
  }
  isStarted = true
  return SearchPage
}
