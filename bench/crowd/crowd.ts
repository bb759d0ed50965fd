import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Person } from '../http/requests.ts'

/**
 * Clients that wait for an answer, in their own process. The server under test and the bare one have the same crowd, so
 * that reading ten thousand answers costs the same in both measurements.
 */
export interface Crowd {
  /** Starts this many waiting requests. */
  gather(waiting: number): Promise<void>
  /** Sends `trigger`, which makes the server answer all of them. */
  release(trigger: string): Promise<CrowdResult>
  stop(): void
}

export interface CrowdResult {
  /** The time from the trigger to the last byte of the last answer. */
  readonly milliseconds: number
  /** The size of one whole answer, head and body. */
  readonly bytes: number
}

/** The configuration of the process. With people it polls their queues, without it uses the bare server. */
export interface CrowdSetting {
  readonly port: number
  readonly people: readonly Person[]
}

export type CrowdOrder = { readonly gather: number } | { readonly release: string }

const PROGRAM = fileURLToPath(new URL('crowd-process.ts', import.meta.url))

export function startCrowd(setting: CrowdSetting): Crowd {
  const child = fork(PROGRAM, { stdio: 'inherit' })
  const order = (what: CrowdSetting | CrowdOrder) =>
    new Promise<unknown>((resolve, reject) => {
      child.once('exit', () => reject(new Error('The crowd has ended.')))
      child.once('message', (answer) => {
        child.removeAllListeners('exit')
        resolve(answer)
      })
      child.send(what)
    })
  const ready = order(setting)
  return {
    async gather(waiting) {
      await ready
      await order({ gather: waiting })
    },
    release: async (trigger) => (await order({ release: trigger })) as CrowdResult,
    stop: () => child.kill(),
  }
}
