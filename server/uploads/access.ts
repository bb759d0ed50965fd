import { badRequest } from '../../api/errors.ts'
import { type Actor, isSignedIn, type Visitor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { maySeeMessage } from '../messages/message-access.ts'
import { isShownToVisitors } from '../realm/visitors.ts'
import { readPath } from './file-path.ts'
import { type AttachmentRow, attachmentsByTokens, linkingMessages, loadAttachment } from './queries.ts'

const NOBODY = 0

/** A file is for its owner, and for everybody who may read a message that links to it. */
export async function mayReadFile(db: Db, viewer: Actor | Visitor, attachment: AttachmentRow): Promise<boolean> {
  if (attachment.realm_id !== viewer.realm.id) return false
  if (attachment.owner_id === viewer.user?.id) return true
  const places = await linkingMessages(db, attachment.id, viewer.user?.id ?? NOBODY)
  if (isSignedIn(viewer)) return places.some((place) => maySeeMessage(viewer, place))
  return places.some(({ channel_id: id }) => {
    const channel = id === null ? undefined : viewer.realm.channels.get(id)
    return channel !== undefined && isShownToVisitors(channel)
  })
}

/** The file at a path, if the viewer may read it: a hidden file and a missing one are the same. */
export async function findFile(db: Db, viewer: Actor | Visitor, path: string): Promise<AttachmentRow | null> {
  const wanted = readPath(path)
  if (wanted?.realmId !== viewer.realm.id) return null
  const [found] = await attachmentsByTokens(db, viewer.realm.id, [wanted.token])
  if (found?.name !== wanted.name) return null
  return (await mayReadFile(db, viewer, found)) ? found : null
}

/** One of the caller's own. */
export async function findOwn(db: Db, { realm, user }: Actor, id: number): Promise<AttachmentRow> {
  const row = await loadAttachment(db, realm.id, id)
  if (row?.owner_id !== user.id) throw badRequest('Invalid attachment')
  return row
}
