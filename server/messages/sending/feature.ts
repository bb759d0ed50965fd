import { feature } from '../../kernel/feature.ts'
import { sendingRoutes } from './routes.ts'
import { sendInTransaction } from './send-in-transaction.ts'

export const sendingFeature = feature({
  shares: [
    'access',
    'create-conversation',
    'find-destination',
    'make-draft',
    'mentions',
    'prepare-send',
    'read-by-sender',
    'send-for',
    'send-for-caller',
    'send-in-transaction',
    'send-key',
    'send-message',
    'send-notice',
    'send-plan',
    'send-prepared',
    'send-request',
  ],
  routes: sendingRoutes,
  hooks: { send: sendInTransaction },
})
