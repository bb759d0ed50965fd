import { loadPart } from '../kernel/load-part.ts'
import { whenIdle } from '../kernel/when-idle.ts'
import { onDemand } from '../ui/on-demand.tsx'

const loadSearch = () => import('./FollowedSearch.tsx')

/** The search, which is loaded when it is first opened. */
export const Search = onDemand(loadSearch, 'FollowedSearch')

export const loadSearchWhenIdle = (): void => whenIdle(() => loadPart(loadSearch).catch(() => undefined))
