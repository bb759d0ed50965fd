import { feature } from '../../kernel/feature.ts'

export const importsFeature = feature({})
