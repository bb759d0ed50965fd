import type { IncomingMessage } from 'node:http'
import { type ClientAddress, isLoopback } from './client-address.ts'
import { hostOf } from './request-host.ts'

/**
 * Is it a program of this machine, or a page that this very server gave to a browser here? The address alone does not
 * say so: a page of any origin can let the browser of a developer send requests to this machine, under its own name by
 * a form, and under ours by a host name whose address changes (DNS rebinding).
 */
export function isLocalCaller(request: IncomingMessage, address: ClientAddress): boolean {
  if (!address.isLoopback) return false
  const host = hostOf(request)?.toLowerCase()
  return host !== undefined && isLocalHost(host) && isSameOrigin(request, host)
}

/** With or without a port: `localhost`, names below it, 127.0.0.0/8 and [::1]. */
function isLocalHost(host: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([^:]+))(?::\d{1,5})?$/.exec(host)?.slice(1).find(Boolean)
  if (name === undefined) return false
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)
}

/** Programs other than browsers say nothing of it. */
function isSameOrigin({ headers }: IncomingMessage, host: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1] === host
}
