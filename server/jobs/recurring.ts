import type { Db } from '../db/database.ts'
import { messageRetention } from '../messages/retention/delete-expired.ts'
import { realmsWithRetention } from '../messages/retention/queries.ts'

/** A task that runs again and again for the organizations that need it. */
export interface RecurringJob {
  readonly task: string
  readonly everySeconds: number
  realms(db: Db): Promise<number[]>
}

/** All recurring jobs. Their tasks are in tasks.ts. */
export const RECURRING: readonly RecurringJob[] = [
  { task: messageRetention.task, everySeconds: 3_600, realms: realmsWithRetention },
]
