import { feature } from '../feature.ts'
import { gifState } from './gif-state.ts'
import { missingState } from './missing-state.ts'

/** Its routes need the state of all features, so the process makes them. */
export const registerFeature = feature({
  state: [...missingState, ...gifState],
  visitorState: [...missingState, ...gifState],
})
