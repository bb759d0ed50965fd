import { HubCore } from './hub-core.ts'
import type { ToHub, ToTab } from './hub-messages.ts'
import { csrfToken } from './session.ts'
import { trustedWorkerUrl } from './trusted.ts'

let post: (message: ToHub) => void = () => {}

/** Connects this tab. Without shared workers it has an event queue of its own. */
export function connectHub(receive: (message: ToTab) => void): void {
  const address = document.documentElement.dataset['hub']
  if (typeof SharedWorker === 'undefined' || address === undefined) {
    const hub = new HubCore(receive, { isApart: false })
    post = (message) => hub.receive(message, receive)
  } else {
    const { port } = new SharedWorker(trustedWorkerUrl(address), { type: 'module', name: 'parley' })
    port.onmessage = ({ data }: MessageEvent<ToTab>) => receive(data)
    port.start()
    post = (message) => port.postMessage(message)
    addEventListener('pagehide', () => post({ kind: 'bye' }))
    // A page that comes back from the cache of the browser has missed events.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  }
  sayHello()
  addEventListener('online', tryNow)
}

/** Runs at the start, and after somebody has signed in again. */
export const sayHello = (): void => post({ kind: 'hello', csrf: csrfToken() })
export const tryNow = (): void => post({ kind: 'now' })
export const stopHub = (): void => post({ kind: 'stop' })
/** Leads all tabs to the sign-in page. */
export const leaveTabs = (): void => post({ kind: 'leave' })
