import { readFileSync } from 'node:fs'
import { wire } from '../../api/wire-name.ts'

const file = new URL('../../package.json', import.meta.url)
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version

/** The level of the API family up to which everything in our contract is described. */
const FEATURE_LEVEL = 509

/** How the server names itself on the wire. */
export const versionFields = () => ({
  [wire('service_version')]: VERSION,
  [wire('service_merge_base')]: VERSION,
  [wire('service_feature_level')]: FEATURE_LEVEL,
})
