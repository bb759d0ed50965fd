import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { currentHolder } from '../../server/kernel/base/data-folder.ts'
import { refuse, StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import { clusterFolder } from '../../server/kernel/db/embedded/shelter.ts'

const FILLING = 'This data folder belongs to "npm run demo", which is filling it.\n'
const FILLED = 'This data folder belongs to "npm run demo".\n'

export interface DemoFolder {
  readonly isFilled: boolean
  markFilled(): void
}

/** Removes what a demo has left, if that is wanted or if it is incomplete. Never touches the data of others. */
export function prepareFolder(dataDir: string, isFresh: boolean): DemoFolder {
  const mark = join(dataDir, 'demo.txt')
  const holder = existsSync(dataDir) ? currentHolder(dataDir) : null
  if (holder) throw refuse.folderInUse(dataDir, holder.url ?? holder.command, holder.pid)
  const found = existsSync(mark) ? readFileSync(mark, 'utf8') : null
  if (found === null && existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartupRefusal(`${dataDir} has data that is not of a demo. Set PARLEY_DATA_DIR to another folder.`)
  const isFilled = found === FILLED && !isFresh
  if (!isFilled) {
    removeData(dataDir)
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    writeFileSync(mark, FILLING)
  }
  return { isFilled, markFilled: () => writeFileSync(mark, FILLED) }
}

/** As root, the database may be in a place of its own, to which a link in the folder leads. */
function removeData(dataDir: string): void {
  const database = existsSync(join(dataDir, 'postgres')) ? clusterFolder(dataDir) : dataDir
  rmSync(database, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
  if (!database.startsWith(dataDir)) rmdirSync(dirname(database))
}
