import { feature } from '../../kernel/feature.ts'
import { formPages } from './routes.ts'

export const pagesFeature = feature({
  formPages: formPages,
})
