import { readFileSync } from 'node:fs'

/** All processes of a database, the ones that serve connections first. */
export function signalDatabase(postmaster: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ').map(Number)
  for (const pid of [...children, postmaster]) {
    try {
      process.kill(pid, signal)
    } catch {
      // A connection has ended meanwhile.
    }
  }
}
