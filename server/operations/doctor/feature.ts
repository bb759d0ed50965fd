import { feature } from '../../kernel/feature.ts'
import { doctorPages } from './page-routes.ts'

export const doctorFeature = feature({
  shares: ['examine'],
  streamPages: doctorPages,
})
