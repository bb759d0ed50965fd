import { feature } from '../../kernel/feature.ts'
import { reportingRoutes } from './routes.ts'

export const reportingFeature = feature({ routes: reportingRoutes })
