import { whenIdle } from '../kernel/when-idle.ts'
import { onDemand } from '../ui/on-demand.tsx'

let loading: Promise<typeof import('./start-search.ts')> | undefined

function load(): Promise<typeof import('./start-search.ts')> {
  loading ??= import('./start-search.ts')
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** The search, which is loaded when it is first opened. */
export const Search = onDemand(async () => (await load()).startSearch())

export const loadSearchWhenIdle = (): void => whenIdle(() => load().catch(() => undefined))
