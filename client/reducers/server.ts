import { wire } from '../../api/wire-name.ts'
import { reducer } from './reducer.ts'

export const restart = reducer('restart', (state, event) => ({
  ...state,
  [wire('service_version')]: event[wire('service_version')],
  [wire('service_merge_base')]: event[wire('service_merge_base')],
  [wire('service_feature_level')]: event[wire('service_feature_level')],
  ...(state.server_generation === undefined ? {} : { server_generation: event.server_generation }),
}))
