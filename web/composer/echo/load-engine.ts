import { loadPart } from '../../kernel/load-part.ts'
import { setEchoEngine } from '../../messages/echo.ts'

let loading: Promise<void> | undefined

/** Loads the Markdown engine, once: when somebody begins to write, or when the page has nothing else to do. */
export function loadEngine(): Promise<void> {
  loading ??= loadPart(() => import('./echo-engine.ts')).then(
    ({ startEngine }) => startEngine(setEchoEngine),
    () => {
      // Texts are shown as they were typed, and the next composer retries.
      loading = undefined
    },
  )
  return loading
}

/** Long enough for the first screen to be complete. */
const AFTER_START = 4_000

export function loadEngineWhenIdle(): void {
  const load = () => void loadEngine()
  setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(load) : load()), AFTER_START)
}
