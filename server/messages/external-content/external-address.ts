import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../kernel/base/secret.ts'

const sign = (secret: Secret, url: string): string => secret.signLink(`external content ${url}`)

export const EXTERNAL_PATH = '/external_content/{signature}/{address}'

/** Longer ones have no place in a path. */
const MAX_ADDRESS_LENGTH = 2_000

/**
 * The address under which this server provides what is at an address of another site. Nobody else can make it. Undefined
 * for very long addresses.
 */
export const externalAddress = (secret: Secret, url: string): string | undefined =>
  url.length > MAX_ADDRESS_LENGTH
    ? undefined
    : `/external_content/${sign(secret, url)}/${Buffer.from(url).toString('hex')}`

/** The address of the other site; null if this server did not make the link. */
export function readExternalAddress(secret: Secret, signature: string, address: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(signature) || !/^(?:[0-9a-f]{2})+$/.test(address)) return null
  const url = Buffer.from(address, 'hex').toString()
  return timingSafeEqual(Buffer.from(sign(secret, url)), Buffer.from(signature)) ? url : null
}
