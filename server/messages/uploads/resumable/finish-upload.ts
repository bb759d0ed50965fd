import type { Actor } from '../../../kernel/actor.ts'
import type { AttachmentRow } from '../../../kernel/attachments/queries.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { fileName, newFileToken } from '../../../kernel/files/file-name.ts'
import type { Files } from '../../../kernel/files/files.ts'
import type { CallTx } from '../../../kernel/transaction/tx.ts'
import { keepUpload } from '../keep-upload.ts'
import { finishResumable, type ResumableRow } from './queries.ts'
import { wrongOffset } from './tus.ts'

interface Finisher {
  readonly config: Pick<Config, 'uploadQuotaMib'>
  readonly files: Files
  transactAs<T>(actor: Actor, emits: readonly ['attachment'], work: (tx: CallTx) => Promise<T>): Promise<T>
}

/** Joins the pieces of a complete upload and makes an attachment of them. If it fails, it can be retried. */
export async function finishUpload(ctx: Finisher, actor: Actor, upload: ResumableRow): Promise<AttachmentRow> {
  const { files } = ctx
  const name = fileName(actor.realm.id, 'original', newFileToken())
  const file = await files.save(actor.realm.id, name, joined(files, upload.pieces))
  const keeper = {
    files,
    quotaMib: ctx.config.uploadQuotaMib,
    realmId: actor.realm.id,
    transact: <T>(work: (tx: CallTx) => Promise<T>) => ctx.transactAs(actor, ['attachment'], work),
  }
  try {
    const row = await keepUpload(keeper, file, upload.filename, async (tx, { id }) => {
      if (!(await finishResumable(tx.db, upload, id))) throw wrongOffset()
    })
    await files.discard(upload.pieces)
    return row
  } catch (error) {
    await files.discard([name])
    throw error
  }
}

async function* joined(files: Files, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const file = await files.open(name)
    if (!file) throw new Error(`the file ${name} is gone`)
    yield* file.stream
  }
}
