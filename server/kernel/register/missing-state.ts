import type { Fields, StateSlice, VisitorRequest } from './snapshot.ts'

/**
 * State of features that do not exist yet, so that empty is the correct value. Each line is removed when its feature
 * adds its own slice.
 */
const NOTHING: Readonly<Record<string, Fields>> = {
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
}

export const missingStateFields: readonly string[] = Object.values(NOTHING).flatMap((fields) => Object.keys(fields))

export const missingState: readonly StateSlice<VisitorRequest>[] = Object.entries(NOTHING).map(([type, fields]) => ({
  types: [type],
  take: () => fields,
}))
