import type { StateSlice, VisitorRequest } from './snapshot.ts'

const SERVICES = ['giphy', 'tenor', 'klipy'] as const

/** The operator's keys of the services where clients search for GIFs. */
export const gifState: readonly StateSlice<VisitorRequest>[] = SERVICES.map((service) => ({
  types: [service],
  take: ({ config }) => ({ [`${service}_api_key`]: config.gifKeys[service] }),
}))
