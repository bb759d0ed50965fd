import type { Check } from '../check.ts'

const DAY = 86_400_000
const MIN_CERTIFICATE_DAYS = 14
/** What to do about a certificate that is not accepted, by the code of the error. The first that fits counts. */
const CERTIFICATE_MENDS: readonly (readonly [RegExp, string])[] = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'get one for this name'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'renew it, and check the clock'],
  [/SELF_SIGNED/, 'get one from an authority that browsers know, or name your own in NODE_EXTRA_CA_CERTS'],
  [/^UNABLE_TO_/, 'give the proxy the whole chain'],
  [/CERT|^ERR_TLS/, 'get another one'],
]
/** A proxy answers with them for a server that it cannot reach. */
const UNREACHED = [502, 503, 504]

/** People reach this server at PARLEY_URL, with a certificate that stays valid for a while. */
export const publicAddressCheck: Check = {
  name: 'public address',
  async examine({ config, secret, visit }) {
    if (!secret) return undefined
    const { url } = config
    const found = await visit()
    if ('failure' in found) {
      const { failure } = found
      if (failure === 'ENOTFOUND')
        return `The name ${new URL(url).hostname} has no address: add it to the DNS, or correct PARLEY_URL.`
      const mend = CERTIFICATE_MENDS.find(([code]) => code.test(failure))?.[1]
      if (mend) return `The certificate of ${url} is not accepted (${failure}): ${mend}.`
      return `Nothing answers at ${url} (${failure}): start the server and its proxy, open the port in the firewall, or correct PARLEY_URL.`
    }
    if (!found.isOurs && UNREACHED.includes(found.status))
      return `The proxy at ${url} does not reach this server (status ${found.status}): start the server, or let the proxy pass requests on to ${config.host}:${config.port}.`
    if (!found.isOurs)
      return `Another server answers at ${url} (status ${found.status}): correct PARLEY_URL, or let the proxy pass requests on to ${config.host}:${config.port}.`
    const { certificateEnds } = found
    if (certificateEnds !== null && certificateEnds - Date.now() < MIN_CERTIFICATE_DAYS * DAY)
      return `The certificate of ${url} ends on ${new Date(certificateEnds).toISOString().slice(0, 10)}: renew it.`
    return null
  },
}
