import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^parley-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/
const UNFINISHED = /^parley-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.partial-\d+$/

/** Sorts by time. */
export const backupName = (seconds: number): string => {
  const [day = '', time = ''] = new Date(seconds * 1000).toISOString().split('T')
  return `parley-${day}T${time.slice(0, 8).replaceAll(':', '')}Z.backup`
}

/** The backups in the folder that the server has made, the oldest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => NAME.test(name)).sort()

/** Called when a new one is complete. It stays even if the clock was set back and others look newer. */
export async function removeOld(folder: string, keep: number, newest: string): Promise<void> {
  const others = (await listBackups(folder)).filter((name) => name !== newest)
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) await rm(join(folder, name))
}

/** What killed processes have left. One process at a time writes these backups. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
}
