import { signal } from '@preact/signals'

/** The browser says that there is no network, and this page has found it to be so. */
export const isPageOffline = signal(false)

/** Asks for something small. Only a browser without network that gets no answer is offline: the hub knows about the server. */
export async function lookForNetwork(): Promise<void> {
  try {
    await fetch('/favicon.ico', { method: 'HEAD', cache: 'no-store' })
    isPageOffline.value = false
  } catch {
    isPageOffline.value = !navigator.onLine
  }
}

/** The hub may be a worker with a long request under way, which notices a lost network late. */
export function startNetwork(): void {
  addEventListener('offline', () => void lookForNetwork())
  addEventListener('online', () => {
    isPageOffline.value = false
  })
}
