import { readFileSync } from 'node:fs'

/** Signals all processes of a database, those of connections first. */
export function signalDatabase(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  for (const pid of [...children, postmaster]) {
    try {
      process.kill(pid, signal)
    } catch {
      // The connection has ended in the meantime.
    }
  }
}
