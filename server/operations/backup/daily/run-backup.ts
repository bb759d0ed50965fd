import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

const LAST_LINE = /([^\n]*)\n*$/
const MAX_OUTPUT_LENGTH = 4_000

/**
 * Runs "parley backup" in a process of its own: compressing and encrypting take memory and time that requests need. It
 * ends with this process, whose settings it has.
 */
export function runBackup(file: string, passphraseFile: string | null, signal: AbortSignal): Promise<void> {
  const encryption = passphraseFile === null ? [] : ['--passphrase-file', passphraseFile]
  // A server that is being developed starts again with every change, and may be debugged.
  const flags = process.execArgv.filter((flag) => !/^--(watch|inspect)/.test(flag))
  const args = [...flags, process.argv[1]!, 'backup', file, ...encryption]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], signal })
  yieldToOthers(child.pid)
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_OUTPUT_LENGTH)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      if (code === 0) resolve()
      else reject(new Error(code === 1 ? LAST_LINE.exec(said)![1] : `the backup ended with ${killedBy ?? code}`))
    })
  })
}

function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
