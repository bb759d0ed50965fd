import { type DatabaseLimits, LIMITS } from '../server/kernel/db/limits.ts'

/** A machine that others use too can stand still for seconds. Tests are not about that, unless they set a limit. */
const PATIENCE = 15
const TIMES = new Set(['statement', 'lock', 'idle', 'answer', 'connect', 'wait', 'slow', 'slowWait'])

const patient = <Limits extends object>(limits: Limits): Limits =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, TIMES.has(name) ? (value as number) * PATIENCE : value]),
  ) as Limits

/** The server's limits with more time. */
export const PATIENT_LIMITS: DatabaseLimits = {
  lane: patient(LIMITS.lane),
  reads: patient(LIMITS.reads),
  upkeep: patient(LIMITS.upkeep),
  load: patient(LIMITS.load),
  long: patient(LIMITS.long),
}

type Changes = { readonly [Pool in keyof DatabaseLimits]?: Partial<DatabaseLimits[Pool]> }

/** The same with some changes, so that a test reaches these limits quickly. */
export const limitsWith = (changes: Changes): DatabaseLimits => ({
  lane: { ...PATIENT_LIMITS.lane, ...changes.lane },
  reads: { ...PATIENT_LIMITS.reads, ...changes.reads },
  upkeep: { ...PATIENT_LIMITS.upkeep, ...changes.upkeep },
  load: { ...PATIENT_LIMITS.load, ...changes.load },
  long: { ...PATIENT_LIMITS.long, ...changes.long },
})
