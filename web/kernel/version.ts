import { signal } from '@preact/signals'
import { onEvent } from './state.ts'

/** The server has another version of this app. */
export const isOutdated = signal(false)

/** The address of the worker contains a hash of its text, as all files of the app do. */
const HUB = /data-hub="([^"]+)"/

async function compare(): Promise<void> {
  const here = document.documentElement.dataset['hub']
  try {
    const page = await (await fetch('/', { headers: { Accept: 'text/html' } })).text()
    const there = HUB.exec(page)?.[1]
    const boot = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
    if (there !== undefined && (there !== here || !page.includes(boot))) isOutdated.value = true
  } catch {
    // The next restart asks again.
  }
}

/** A restart may bring a new version. It is loaded when the person wants it. */
export const startVersion = (): void =>
  onEvent(({ type }) => {
    if (type === 'web_reload_client' || type === 'restart') void compare()
  })
