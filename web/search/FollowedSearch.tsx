import { startSearching } from './change-query.ts'
import { startFollowingResults } from './follow-results.ts'
import { SearchPage } from './SearchPage.tsx'

let isStarted = false

function start(): void {
  if (isStarted) return
  isStarted = true
  startFollowingResults()
  startSearching()
}

/** Follows the address and the events, from the first time on that somebody searches. */
export function FollowedSearch() {
  start()
  return <SearchPage />
}
