import { readFileSync } from 'node:fs'
import { wire } from '../../api/wire-name.ts'
import { CHECKOUT } from './checkout.ts'

const file = new URL('package.json', CHECKOUT)
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

/** The feature level of the API family that our contract describes. */
const FEATURE_LEVEL = 509

/** The version fields of the API. */
export const versionFields = () => ({
  [wire('service_version')]: VERSION,
  [wire('service_merge_base')]: VERSION,
  [wire('service_feature_level')]: FEATURE_LEVEL,
})
