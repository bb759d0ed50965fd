import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Person } from '../http/requests.ts'

/**
 * Those who wait for an answer, in a process of their own. The server under test and the bare one have the same crowd:
 * what reading ten thousand answers costs is then the same in both times.
 */
export interface Crowd {
  /** So many ask and wait. */
  gather(waiting: number): Promise<void>
  /** Sends `trigger`, which is to answer all of them. */
  release(trigger: string): Promise<Released>
  stop(): void
}

export interface Released {
  /** From the trigger to the last byte of the last answer. */
  readonly milliseconds: number
  /** Of one whole answer, head and body. */
  readonly bytes: number
}

/** What the process is told at its start. With people they wait at queues of theirs, without at the bare server. */
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
    release: async (trigger) => (await order({ release: trigger })) as Released,
    stop: () => child.kill(),
  }
}
