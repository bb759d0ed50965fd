import * as z from 'zod'
import { wire } from '../wire-name.ts'
import { event } from './base.ts'

export const Heartbeat = event('heartbeat', {})

export const Restart = event('restart', {
  [wire('service_version')]: z.string(),
  [wire('service_merge_base')]: z.string(),
  [wire('service_feature_level')]: z.int(),
  server_generation: z.int(),
})
