import type { Config } from '../../kernel/base/config.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Visit } from './visit/visit.ts'

/** What the checks look at. */
export interface Patient {
  readonly config: Config
  /** Null if it cannot be used, which is reported elsewhere. */
  readonly db: Db | null
  readonly secret: Secret | null
  /** The server, or this process if no server runs. */
  readonly pid: number
  /** After a start. What cannot be there yet is no problem then. */
  readonly isStarting: boolean
  /** An address that gets a mail. */
  readonly mailTo: string | null
  /** How long a request through the public address waits. Null: this is not checked. */
  readonly waitSeconds: number | null
  readonly signal: AbortSignal
  /** A request to the public address. The first call makes it. */
  visit(): Promise<Visit>
}

/** `null`: it is in order. `undefined`: it cannot be told here. Otherwise one sentence with the problem and the mend. */
export type Finding = string | null | undefined

export interface Check {
  readonly name: string
  /** Absent: always. */
  readonly isWanted?: (patient: Patient) => boolean
  examine(patient: Patient): Promise<Finding>
}
