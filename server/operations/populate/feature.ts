import { feature } from '../../kernel/feature.ts'

export const populateFeature = feature({})
