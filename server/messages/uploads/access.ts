import { badRequest } from '../../../api/errors.ts'
import { isShownToVisitors } from '../../kernel/access/visitors.ts'
import { type Actor, isSignedIn, type Visitor } from '../../kernel/actor.ts'
import { readPath, safeName } from '../../kernel/attachments/file-path.ts'
import {
  type AttachmentRow,
  attachmentsByTokens,
  type LinkingMessage,
  linkingMessages,
  loadAttachment,
} from '../../kernel/attachments/queries.ts'
import type { Db } from '../../kernel/db/database.ts'
import { maySeeMessage } from '../message-access.ts'

const NOBODY = 0

/** A file is for its owner, and for everybody who may read a message that links to it. */
export async function readableFiles(
  db: Db,
  viewer: Actor | Visitor,
  attachments: readonly AttachmentRow[],
): Promise<AttachmentRow[]> {
  const userId = viewer.user?.id ?? NOBODY
  const near = attachments.filter((one) => one.realm_id === viewer.realm.id)
  const ofOthers = near.filter((one) => one.owner_id !== userId).map(({ id }) => id)
  const places = ofOthers.length === 0 ? [] : await linkingMessages(db, ofOthers, userId)
  const shared = new Set(places.filter((place) => mayReadAt(viewer, place)).map((place) => place.attachment_id))
  return near.filter((one) => one.owner_id === userId || shared.has(one.id))
}

export const mayReadFile = async (db: Db, viewer: Actor | Visitor, attachment: AttachmentRow): Promise<boolean> =>
  (await readableFiles(db, viewer, [attachment])).length === 1

function mayReadAt(viewer: Actor | Visitor, place: LinkingMessage): boolean {
  if (isSignedIn(viewer)) return maySeeMessage(viewer, place)
  const channel = place.channel_id === null ? undefined : viewer.realm.channels.get(place.channel_id)
  return channel !== undefined && isShownToVisitors(channel)
}

/** The file at a path, if the viewer may read it: a hidden file and a missing one are the same. */
export async function findFile(db: Db, viewer: Actor | Visitor, path: string): Promise<AttachmentRow | null> {
  const wanted = readPath(path)
  if (wanted?.realmId !== viewer.realm.id) return null
  const [found] = await attachmentsByTokens(db, viewer.realm.id, [wanted.token])
  if (!found || safeName(found.name) !== wanted.name) return null
  return (await mayReadFile(db, viewer, found)) ? found : null
}

/** One of the caller's own. */
export async function findOwn(db: Db, { realm, user }: Actor, id: number): Promise<AttachmentRow> {
  const row = await loadAttachment(db, realm.id, id)
  if (row?.owner_id !== user.id) throw badRequest('Invalid attachment')
  return row
}
