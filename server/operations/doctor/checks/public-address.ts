import type { Check } from '../check.ts'

const DAY = 86_400_000
const MIN_CERTIFICATE_DAYS = 14
/** Errors of a certificate that is wrong, expired or incomplete. */
const CERTIFICATE = /CERT|SIGNATURE|^ERR_TLS/

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
      if (CERTIFICATE.test(failure))
        return `The certificate of ${url} is not accepted (${failure}): renew it, and give the proxy the whole chain.`
      return `Nothing answers at ${url} (${failure}): start the server and its proxy, open the port in the firewall, or correct PARLEY_URL.`
    }
    if (!found.isOurs)
      return `Another server answers at ${url} (status ${found.status}): correct PARLEY_URL, or let the proxy pass requests on to ${config.host}:${config.port}.`
    const { certificateEnds } = found
    if (certificateEnds !== null && certificateEnds - Date.now() < MIN_CERTIFICATE_DAYS * DAY)
      return `The certificate of ${url} ends on ${new Date(certificateEnds).toISOString().slice(0, 10)}: renew it.`
    return null
  },
}
