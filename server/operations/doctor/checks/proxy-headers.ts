import type { Check } from '../check.ts'

/** The proxy says for which host and for whom it asks, and the server believes it. */
export const proxyHeadersCheck: Check = {
  name: 'headers of the proxy',
  async examine({ config, visit }) {
    const found = await visit()
    if ('failure' in found || !found.isOurs) return undefined
    const { host, peer, isForwarded } = found.seen
    const { host: wanted, hostname, protocol } = new URL(config.url)
    // Organizations are found by the name alone, so a proxy may leave out the port.
    if (host !== wanted && host !== hostname)
      return `The proxy asks for the host "${host}" instead of "${wanted}": let it pass the host on, in nginx with "proxy_set_header Host $host".`
    if (!isForwarded && protocol === 'https:')
      return 'The proxy does not say who asks, so limits count everybody as one: add the header, in nginx with "proxy_set_header X-Forwarded-For $remote_addr".'
    if (isForwarded && !peer.isProxy)
      return `The proxy at ${peer.address} is not trusted, so limits count everybody as one: set PARLEY_TRUSTED_PROXIES=${peer.address}.`
    return null
  },
}
