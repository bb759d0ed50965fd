import type { BrowserContext } from 'playwright-core'

/** The network going away is a part of many tests, and the browser reports each request that fails. */
const EXPECTED = /net::ERR_|Failed to load resource/

/** Collects what all pages complain about: errors of scripts, and violations of the policy. */
export function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
}
