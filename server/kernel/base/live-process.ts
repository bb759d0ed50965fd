import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** True if the process runs. A zombie process does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || !['Z', 'X', undefined].includes(linuxStat(pid)?.state)
}

/** True if the process was stopped with a signal and not continued yet. */
export const isSuspended = (pid: number): boolean => linuxStat(pid)?.state === 'T'

/** Distinguishes a process from a later one with the same number. Null if it does not run. */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null
  if (process.platform === 'linux') return `${bootId()}/${linuxStat(pid)?.startedAt}`
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function linuxStat(pid: number): { state: string; startedAt: string } | null {
  try {
    // The second field is the program's name in parentheses and may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return null
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
