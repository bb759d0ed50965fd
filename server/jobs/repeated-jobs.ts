import type { Db } from '../db/database.ts'
import { messageRetention } from '../messages/retention/delete-expired.ts'
import { realmsWithRetention } from '../messages/retention/queries.ts'

/** A task that runs again and again for the organizations that need it. */
export interface RepeatedJob {
  readonly task: string
  readonly everySeconds: number
  realms(db: Db): Promise<number[]>
}

/** All repeated jobs. Their tasks are in tasks.ts. */
export const REPEATED_JOBS: readonly RepeatedJob[] = [
  { task: messageRetention.task, everySeconds: 3_600, realms: realmsWithRetention },
]
