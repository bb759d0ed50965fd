import { sql } from 'kysely'
import { safeName, shownName } from '../../kernel/attachments/file-path.ts'
import { addressOfAttachment } from '../../kernel/attachments/present.ts'
import { type AttachmentRow, insertAttachment, loadAttachment } from '../../kernel/attachments/queries.ts'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import { fileName, newFileToken } from '../../kernel/files/file-name.ts'
import { examine } from '../../messages/uploads/attachment-files.ts'
import { timeOr } from './clean.ts'
import type { ImportRun } from './importing.ts'
import { addRecords, knownAmong, stage } from './records.ts'
import type { SourceUpload } from './source.ts'

export const MISSING_FILES = 'files that the archive does not contain'

/** No message links to more files at once, so this is enough to find a file again that was just imported. */
const recent = new WeakMap<ImportRun, Map<string, string | null>>()

/**
 * The address of an imported file. Until the end of the import it belongs to a bot of the server, because the account of
 * its owner may not exist yet. Null if the archive does not have it.
 */
export async function importFile(to: ImportRun, file: SourceUpload, uploaderId?: number): Promise<string | null> {
  const seen = recent.get(to) ?? new Map<string, string | null>()
  recent.set(to, seen)
  const before = seen.get(file.id)
  if (before !== undefined) return before
  if (seen.size > 10_000) seen.clear()
  const known = (await knownAmong(to.db, to.importId, 'file', [file.id])).get(file.id)
  const row =
    known === undefined ? await addFile(to, file, uploaderId) : await loadAttachment(to.db, to.realm.id, known)
  const address = row ? addressOfAttachment(row) : null
  seen.set(file.id, address)
  return address
}

async function addFile(to: ImportRun, file: SourceUpload, uploaderId?: number): Promise<AttachmentRow | null> {
  const { tools, realm, db } = to
  const content = await file.open()
  if (!content) {
    // A source that fetches files says itself why one did not come.
    if (!file.isFetched) to.report.leftOut(MISSING_FILES, file.where)
    return null
  }
  const token = newFileToken()
  const saved = await tools.files.save(realm.id, fileName(realm.id, 'original', token), content)
  const examined = await examine(tools.files, { realm_id: realm.id, token }, saved, safeName(file.name))
  const ownerId = to.people.get(file.ownerId ?? '') ?? uploaderId
  const row = await db.transaction().execute(async (tx) => {
    await claimFiles({ db: tx, realm }, [saved, ...examined.thumbnails])
    const added = await insertAttachment(tx, {
      realm_id: realm.id,
      owner_id: realm.systemBot('notification').id,
      token,
      name: shownName(file.name),
      content_type: examined.contentType,
      size: saved.size,
      width: examined.width,
      height: examined.height,
      is_animated: examined.isAnimated,
      created_at: timeOr(file.createdAt, to.now),
      unused_since: to.now,
    })
    await addRecords(tx, to.importId, 'file', [[file.id, added.id]])
    if (ownerId !== undefined) await stage(tx, to.importId, 'attachment_owner', [{ id: added.id, owner_id: ownerId }])
    return added
  })
  to.added('files')
  return row
}

/** The imported ones among the attachments with these tokens. Links to others share nothing. */
export async function attachmentsAt(to: ImportRun, tokens: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (tokens.length === 0) return new Map()
  const { rows } = await sql<{ token: string; id: number }>`
    select a.token, a.id from attachment a
    where a.realm_id = ${to.realm.id} and a.token = any(${tokens}::text[]) and exists (
      select from import_record r where r.import_id = ${to.importId} and r.kind = 'file' and r.new_id = a.id)`.execute(
    to.db,
  )
  return new Map(rows.map(({ token, id }) => [token, id]))
}
