import type { IncomingMessage } from 'node:http'
import { type ClientAddress, isLoopback } from './client-address.ts'
import { hostOf } from './request-host.ts'

/**
 * True for a program on this machine, or for a page that this server gave to a browser on this machine. The address
 * alone is not enough: a page of any origin can make a browser on this machine send requests to it, with a form or
 * through a host name whose address changes (DNS rebinding).
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

/** Programs other than browsers do not send these headers. */
function isSameOrigin({ headers }: IncomingMessage, host: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || /^https?:\/\/(.+)$/.exec(origin.toLowerCase())?.[1] === host
}
