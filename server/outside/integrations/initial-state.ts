import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { INTEGRATIONS } from './all.ts'
import { presentIntegration } from './present.ts'

const listed = INTEGRATIONS.map(presentIntegration)

export const integrationsState: StateSlice<VisitorRequest> = {
  types: ['realm_incoming_webhook_bots'],
  take: () => ({ realm_incoming_webhook_bots: listed }),
}
