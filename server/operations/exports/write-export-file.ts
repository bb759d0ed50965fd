import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replacedFile, whatIsInTheWay } from '../../kernel/base/replaced-file.ts'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { WorkContext } from '../../kernel/work-context.ts'
import { writeArchive } from './archive.ts'
import { compressed } from './run-export.ts'
import { scopeOf } from './scope.ts'

/** It contains everything, because the operator can read the database anyway. */
const TYPE = 'full_without_consent'

/**
 * Writes the archive of an organization to a file of the operator, without the limits on size and number. The file
 * appears, or replaces an older one, when it is complete. Returns its size.
 */
export async function writeExportFile(
  { database, files, transact }: WorkContext,
  realm: RealmState,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const { replaced, beside, handle } = await openBeside(path)
  try {
    // Comes first, so that a read of everything leaves a trace even if the command is killed.
    const requestedAt = await transact(realm.id, async (tx) => {
      tx.audit({ action: 'export requested', target: { kind: 'realm', id: realm.id }, details: { type: TYPE } })
      return tx.now
    })
    const source = { db: database.longDb, files, signal }
    const row = { type: TYPE, requested_at: requestedAt } as const
    for await (const chunk of compressed(writeArchive(source, realm, scopeOf(realm, TYPE, null), row)))
      await handle.writeFile(chunk)
    await handle.sync()
    const { size } = await handle.stat()
    await rename(beside, replaced)
    return size
  } catch (error) {
    await rm(beside, { force: true })
    throw fileRefusal(error, path)
  } finally {
    await handle.close()
  }
}

interface PartFile {
  readonly replaced: string
  readonly beside: string
  readonly handle: FileHandle
}

async function openBeside(path: string): Promise<PartFile> {
  try {
    const replaced = await replacedFile(path)
    const obstacle = await whatIsInTheWay(replaced)
    if (obstacle) throw refuse.notAFile(path, obstacle)
    const beside = `${replaced}.part-${randomBytes(4).toString('hex')}`
    return { replaced, beside, handle: await open(beside, 'wx', 0o600) }
  } catch (error) {
    throw fileRefusal(error, path)
  }
}

function fileRefusal(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return refuse.diskFull(path)
  if (code === 'ENOENT' || code === 'ENOTDIR') return refuse.fileWithoutFolder(path, dirname(path))
  return ['EACCES', 'EPERM', 'EROFS'].includes(code) ? refuse.fileForbidden(path) : error
}
