import { admitsVisitors } from '../../kernel/access/visitors.ts'
import type { Actor, Visitor } from '../../kernel/actor.ts'
import { type AttachmentRow, loadAttachment } from '../../kernel/attachments/queries.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { formatsOf } from '../../kernel/files/thumbnail-formats.ts'
import type { FileCall, FilePage, PrivateFile } from '../../kernel/http/pages/file-pages.ts'
import { findFile, mayReadFile } from './access.ts'
import { originalName, thumbnailName } from './attachment-files.ts'
import { isShownInline } from './content-type.ts'
import { readGrant } from './temporary-url.ts'

const viewerOf = ({ realm, viewer: user }: FileCall): Actor | Visitor =>
  user ? { realm, user, client: '', address: null } : { realm, user: null, client: '' }

/** The file that the parameters name, if the viewer may read it. */
async function find(call: FileCall): Promise<AttachmentRow | null> {
  const { db, realm, viewer, params, countVisit } = call
  if (!viewer && !admitsVisitors(realm)) return null
  const found = await findFile(db, viewerOf(call), `${params['realm']}/${params['token']}/${params['name']}`)
  if (found && !viewer) countVisit(`${found.id}`)
  return found
}

/** Encoded as a parameter of a header: `encodeURIComponent` leaves some signs that are not allowed there. */
const headerText = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whatever could run in a browser is only downloaded. */
function original({ ctx }: FileCall, row: AttachmentRow, isDownload = false): PrivateFile {
  const isInline = !isDownload && isShownInline(row.content_type)
  return {
    type: row.content_type === 'text/plain' ? 'text/plain; charset=utf-8' : row.content_type,
    size: row.size,
    disposition: `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${headerText(row.name)}`,
    open: async (range) => (await ctx.files.open(originalName(row), range))?.stream ?? null,
  }
}

const page = (path: string, answer: FilePage['answer']): FilePage => ({ path, auth: 'optional', answer })

export const uploadPages: readonly FilePage[] = [
  page('/user_uploads/{realm}/{token}/{name}', async (call) => {
    const row = await find(call)
    return row && original(call, row)
  }),

  page('/user_uploads/download/{realm}/{token}/{name}', async (call) => {
    const row = await find(call)
    return row && original(call, row, true)
  }),

  page('/user_uploads/thumbnail/{realm}/{token}/{name}/{format}', async (call) => {
    const row = await find(call)
    const format = row && formatsOf(row).find(({ name }) => name === call.params['format'])
    if (!format) return null
    const { files } = call.ctx
    const name = thumbnailName(row, format.variant)
    const file = await files.open(name)
    if (!file) return null
    file.stream.destroy()
    const open: PrivateFile['open'] = async (range) => (await files.open(name, range))?.stream ?? null
    return { type: 'image/webp', size: file.size, disposition: 'inline', open }
  }),

  {
    path: '/user_uploads/temporary/{grant}/{name}',
    auth: 'none',
    async answer(call) {
      const { ctx, db, realm, params } = call
      const grant = readGrant(ctx.secret, params['grant'] ?? '', seconds(ctx.clock))
      const user = grant && realm.users.get(grant.userId)
      if (!grant || !user?.isActive) return null
      const row = await loadAttachment(db, realm.id, grant.attachmentId)
      const viewer = { realm, user, client: '', address: null }
      return row && (await mayReadFile(db, viewer, row)) ? original(call, row) : null
    },
  },
]
