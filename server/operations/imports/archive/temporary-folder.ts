import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../../kernel/base/live-process.ts'

const NAME = /^parley-import-(\d+)-/

/** A folder for what an import unpacks or fetches. The process that made it is in its name. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `parley-import-${process.pid}-`))

/** Removes what killed imports have left. Folders of other users stay. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}
