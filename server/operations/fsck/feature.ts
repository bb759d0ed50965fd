import { feature } from '../../kernel/feature.ts'
import { logInvariants } from './invariants.ts'

export const fsckFeature = feature({
  invariants: logInvariants,
})
