import { readdirSync, readFileSync } from 'node:fs'

/** Resident bytes of a process and its children, without the database. */
export function residentBytes(pid: number): number {
  return family(pid).reduce((sum, one) => sum + residentOf(one), 0)
}

function residentOf(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOf(pid, thread))
  return [pid, ...children.filter((child) => programOf(child) !== 'postgres').flatMap(family)]
}

function childrenOf(pid: number, thread: string): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
    return list === '' ? [] : list.split(' ').map(Number)
  } catch {
    return []
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
