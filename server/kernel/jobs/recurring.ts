import { sql } from 'kysely'
import { seconds } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import type { Db } from '../db/database.ts'
import { mayComeAgain } from '../log/database-failure.ts'
import type { WorkContext } from '../work-context.ts'

/**
 * Work that is repeated for every organization. It finds out by itself what there is to do, so a run that a crash ended
 * is made up for by the next one. It has the id of the organization only, so that an organization in which nothing
 * happens need not be loaded.
 */
export interface RecurringTask {
  readonly name: string
  readonly everySeconds: number
  run(context: WorkContext, realmId: number, signal: AbortSignal): Promise<void>
}

/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const TICK_MILLISECONDS = 60_000

interface DueTask {
  readonly realmId: number
  readonly task: string
}

/** Runs recurring tasks when they are due. Of several nodes, one runs a task of an organization. */
export class RecurringTasks {
  readonly #context: WorkContext
  readonly #tasks: readonly RecurringTask[]
  readonly #logger: Logger
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(context: WorkContext, tasks: readonly RecurringTask[], logger: Logger) {
    this.#context = context
    this.#tasks = tasks
    this.#logger = logger
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), TICK_MILLISECONDS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#running
  }

  async #tick(): Promise<void> {
    this.#running ??= this.runDue()
      .catch((err) => this.#warn(err))
      .finally(() => {
        this.#running = undefined
      })
    await this.#running
  }

  /** Runs what is due by the clock, one task after another. A failed task is retried with the next call. */
  async runDue(): Promise<void> {
    const { db } = this.#context.database
    for (const due of await takeDue(db, this.#tasks, seconds(this.#context.clock))) {
      const task = this.#tasks.find(({ name }) => name === due.task)!
      try {
        this.#stopping.signal.throwIfAborted()
        await task.run(this.#context, due.realmId, this.#stopping.signal)
      } catch (err) {
        await giveBack(db, due)
        this.#warn(err, due)
      }
    }
  }

  #warn(err: unknown, about?: DueTask): void {
    if (this.#stopping.signal.aborted || mayComeAgain(err)) return
    this.#logger.warn({ err, ...about }, 'a recurring task failed and will be tried again')
  }
}

/** The tasks that this process runs now. After a clock was set back, a time in the future counts as due. */
async function takeDue(db: Db, tasks: readonly RecurringTask[], now: number): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    with wanted as (
      select r.id, w.task, w.every from realm r
      cross join unnest(${tasks.map(({ name }) => name)}::text[], ${tasks.map((one) => one.everySeconds)}::int[])
        as w (task, every)
      where not r.deactivated
    ), first as (
      insert into recurring_run (realm_id, task, ran_at) select id, task, ${now} from wanted
      on conflict do nothing returning realm_id, task
    ), again as (
      update recurring_run r set ran_at = ${now} from wanted w
      where r.realm_id = w.id and r.task = w.task and (r.ran_at <= ${now} - w.every or r.ran_at > ${now})
      returning r.realm_id, r.task
    )
    select realm_id as "realmId", task from first union all select realm_id, task from again order by 1, 2`.execute(db)
  return rows
}

const giveBack = (db: Db, { realmId, task }: DueTask): Promise<unknown> =>
  db
    .updateTable('recurring_run')
    .set({ ran_at: 0 })
    .where('realm_id', '=', realmId)
    .where('task', '=', task)
    .execute()
    .catch(() => {})
