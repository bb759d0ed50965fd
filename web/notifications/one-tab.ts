/** Tabs hear of a message within this time of each other. */
const TOGETHER = 10_000
/** A tab that shows the conversation comes first, so that no other one notifies. */
const HEAD_START = 150

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * True in one of all tabs of the browser. Locks need https, as notifications do.
 */
export async function isFirstTab(name: string, isLooking: boolean): Promise<boolean> {
  if (!isLooking) await sleep(HEAD_START)
  if (!('locks' in navigator)) return true
  return new Promise((resolve) => {
    navigator.locks
      .request(`parley-${name}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? sleep(TOGETHER) : undefined
      })
      .catch(() => resolve(true))
  })
}
