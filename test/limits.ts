import { type DatabaseLimits, LIMITS } from '../server/db/limits.ts'

type Changes = { readonly [Pool in keyof DatabaseLimits]?: Partial<DatabaseLimits[Pool]> }

/** The server's limits with some changes, so that a test reaches them quickly. */
export const limitsWith = (changes: Changes): DatabaseLimits => ({
  lane: { ...LIMITS.lane, ...changes.lane },
  reads: { ...LIMITS.reads, ...changes.reads },
  upkeep: { ...LIMITS.upkeep, ...changes.upkeep },
  load: { ...LIMITS.load, ...changes.load },
  long: { ...LIMITS.long, ...changes.long },
})
