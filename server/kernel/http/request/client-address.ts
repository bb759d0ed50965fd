import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ownText } from '../../base/own-text.ts'
import { AnswerCache } from './remembered.ts'

export interface ClientAddress {
  readonly ip: string
  /** A configured proxy has opened the connection. */
  readonly isThroughProxy: boolean
  /** True for a direct connection from this machine, through no proxy. */
  readonly isLoopback: boolean
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const contains = (list: BlockList, ip: string): boolean => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

const knownLoopback = new AnswerCache<boolean>()

/** Cached, because the check costs as much as finding the account, and a client keeps its address. */
export function isLoopback(ip: string): boolean {
  let known = knownLoopback.get(ip)
  if (known === undefined) {
    known = isIP(ip) !== 0 && contains(loopback, ip)
    knownLoopback.set(ip, known)
  }
  return known
}

/** Converts IPv4 inside IPv6 to IPv4. A dual-stack socket reports all IPv4 clients in this form. */
export const plain = (ip: string): string => (ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip)

/** Some proxies add the port: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? []
  return ipv6 ?? ipv4 ?? hop
}

/** True if a proxy has handled this request, whatever it added. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'via' || name === 'x-real-ip') return true
  }
  return false
}

function blockList(proxies: readonly string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/**
 * Finds the client's address. Only a configured proxy may name another client. Its requests always count as forwarded,
 * even without a header.
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const trusted = blockList(trustedProxies)
  const isProxy = (ip: string) => trustedProxies.length > 0 && isIP(ip) !== 0 && contains(trusted, ip)
  return (request: IncomingMessage): ClientAddress => {
    const peer = plain(request.socket.remoteAddress ?? '')
    const isThroughProxy = isProxy(peer)
    const forwardedFor = request.headers['x-forwarded-for']
    if (forwardedFor === undefined || !isThroughProxy) {
      const isDirect = !isThroughProxy && !isForwarded(request.headers)
      return { ip: peer, isThroughProxy, isLoopback: isDirect && isLoopback(peer) }
    }
    const said = [forwardedFor].flat().join(',')
    let ip = peer
    // From right to left: each proxy appended the address it saw. The first address that is not a trusted proxy is the
    // last one that can be trusted.
    for (const hop of said.split(',').reverse()) {
      const next = plain(withoutPort(hop.trim()))
      if (isIP(next) === 0) break
      ip = next
      if (!isProxy(ip)) break
    }
    return { ip: ownText(ip, said), isThroughProxy, isLoopback: false }
  }
}

/** The key of an address for rate limits. For IPv6 it is the /64, because a client with one address has all of them. */
export function limitKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
