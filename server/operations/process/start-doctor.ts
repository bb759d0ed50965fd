import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../kernel/context.ts'
import { examine } from '../doctor/examine.ts'

/** Milliseconds after the start, whose work comes first. */
const AFTER = 5_000
/** Longer than any client waits for an event. */
export const WAIT_SECONDS = 57

/** Checks in the background what is configured, and logs what is wrong. */
export function startDoctor(ctx: Context): { stop(): void } {
  const ending = new AbortController()
  const { signal } = ending
  const work = async () => {
    await sleep(AFTER, undefined, { signal, ref: false })
    const { config, database, secret, logger } = ctx
    const patient = {
      config,
      db: database.db,
      secret,
      pid: process.pid,
      mailTo: null,
      waitSeconds: WAIT_SECONDS,
      signal,
    }
    let problems = 0
    for await (const { name, problem } of examine({ ...patient, isStarting: true })) {
      if (problem === null || signal.aborted) continue
      problems += 1
      logger.warn({ check: name }, problem)
    }
    if (problems === 0 && !signal.aborted) logger.info('everything that "parley doctor" checks is in order')
  }
  work().catch((err) => signal.aborted || ctx.logger.warn({ err }, 'the checks after the start failed'))
  return { stop: () => ending.abort() }
}
