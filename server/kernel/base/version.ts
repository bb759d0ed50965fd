import { readFileSync } from 'node:fs'
import { hasVendorsWord, wire } from '../../../api/wire-name.ts'
import { CHECKOUT } from '../checkout.ts'

const file = new URL('package.json', CHECKOUT)
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

/** The feature level of the API family that our contract describes. */
const FEATURE_LEVEL = 509

/** The release of that family whose development reached this level. */
const FAMILY_RELEASE = '13.0-dev'

/**
 * The version fields of the API. Clients of a vendor compare the version with the oldest release that they support, and
 * some refuse older ones. To them a low version of ours would look like a very old server.
 */
export const versionFields = () => ({
  [wire('service_version')]: hasVendorsWord ? `${FAMILY_RELEASE}+parley-${VERSION}` : VERSION,
  [wire('service_merge_base')]: hasVendorsWord ? FAMILY_RELEASE : VERSION,
  [wire('service_feature_level')]: FEATURE_LEVEL,
})
