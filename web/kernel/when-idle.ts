/** Long enough for the first screen to be complete. */
const AFTER_START = 4_000

/** Does something after the start, when the page has nothing else to do. */
export function whenIdle(act: () => unknown): void {
  const run = () => void act()
  setTimeout(() => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : run()), AFTER_START)
}
