import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { ownText } from '../../base/own-text.ts'
import { Remembered } from './remembered.ts'

export interface ClientAddress {
  readonly ip: string
  /** Straight from this machine, through no proxy: not the public. */
  readonly isLoopback: boolean
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const contains = (list: BlockList, ip: string): boolean => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')

const knownLoopback = new Remembered<boolean>()

/** A client keeps its address; looking it up costs as much as finding its account. */
export function isLoopback(ip: string): boolean {
  let known = knownLoopback.get(ip)
  if (known === undefined) {
    known = isIP(ip) !== 0 && contains(loopback, ip)
    knownLoopback.set(ip, known)
  }
  return known
}

/** IPv4 inside IPv6 is IPv4: a dual-stack socket reports everyone so. */
const plain = (ip: string): string => (ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip)

/** Some proxies add the port: `192.0.2.1:5678`, `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? []
  return ipv6 ?? ipv4 ?? hop
}

/** Whether a proxy had this request in its hands, whatever it said of it. */
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
 * Who is at the other end. Only a configured proxy is believed when it says that it speaks for somebody else; it always
 * does, also where it says nothing.
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const trusted = blockList(trustedProxies)
  const isProxy = (ip: string) => trustedProxies.length > 0 && isIP(ip) !== 0 && contains(trusted, ip)
  return (request: IncomingMessage): ClientAddress => {
    const peer = plain(request.socket.remoteAddress ?? '')
    const forwardedFor = request.headers['x-forwarded-for']
    if (forwardedFor === undefined) {
      return { ip: peer, isLoopback: isLoopback(peer) && !isForwarded(request.headers) && !isProxy(peer) }
    }
    const said = [forwardedFor].flat().join(',')
    let ip = peer
    // From the right: each proxy appended whom it heard; the first one that is not ours is as far as we can believe.
    for (const hop of said.split(',').reverse()) {
      const next = plain(withoutPort(hop.trim()))
      if (!isProxy(ip) || isIP(next) === 0) break
      ip = next
    }
    return { ip: ownText(ip, said), isLoopback: false }
  }
}

/** Whoever has one IPv6 address has the whole /64. */
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
