import { readFile } from 'node:fs/promises'
import type { Check } from '../check.ts'

/** Every connected client needs one, and every client behind a proxy on this machine as well. */
const MIN_FILE_DESCRIPTORS = 4_096

export const descriptorsCheck: Check = {
  name: 'open files',
  async examine({ pid }) {
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => null)
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '')?.[1]
    if (soft === undefined) return undefined
    return soft === 'unlimited' || Number(soft) >= MIN_FILE_DESCRIPTORS
      ? null
      : `The server may open only ${soft} files, and each client needs one: set LimitNOFILE=65536 in its service, or raise "ulimit -n".`
  },
}
