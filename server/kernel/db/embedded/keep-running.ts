import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../base/live-process.ts'
import { StartupRefusal } from '../../base/startup-refusal.ts'
import type { EmbeddedServer } from './embedded.ts'

/** Polls, because an adopted server is not our child and its end is not reported. */
const LOOK_MILLISECONDS = 500
/** Milliseconds before each try. The last value is repeated. */
const PAUSES = [0, 1_000, 2_000, 5_000, 10_000]

/** The part of pino's logger that is needed here. */
export interface WatchLog {
  info(text: string): void
  warn(text: string): void
  warn(fields: object, text: string): void
}

/** Restarts the database whenever it ends. `stop` ends the watch and then the server. */
export function keepRunning(
  first: EmbeddedServer,
  startAgain: (ended: EmbeddedServer, signal: AbortSignal) => Promise<EmbeddedServer>,
  log: WatchLog,
): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { signal } = ending
  let running: EmbeddedServer | null = first

  async function watch(server: EmbeddedServer): Promise<never> {
    while (isAlive(server.pid)) await sleep(LOOK_MILLISECONDS, undefined, { signal, ref: false })
    // Its process number may soon belong to another process.
    running = null
    log.warn(`The embedded database (process ${server.pid}) has ended and is being restarted.`)
    running = await untilStarted(() => startAgain(server, signal), signal, log)
    log.info(`The embedded database runs again (process ${running.pid}).`)
    return watch(running)
  }

  const watching = watch(first).catch((error) => {
    if (!signal.aborted) throw error
  })
  return {
    async stop() {
      ending.abort()
      await watching
      await running?.stop()
    },
  }
}

async function untilStarted<T>(start: () => Promise<T>, signal: AbortSignal, log: WatchLog): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    await sleep(PAUSES[Math.min(tries, PAUSES.length - 1)], undefined, { signal })
    try {
      return await start()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StartupRefusal) log.warn(error.message)
      else log.warn({ err: error }, 'The embedded database could not be restarted.')
    }
  }
}
