import { timingSafeEqual } from 'node:crypto'
import { safeName } from '../../kernel/attachments/file-path.ts'
import type { AttachmentRow } from '../../kernel/attachments/queries.ts'
import type { Secret } from '../../kernel/base/secret.ts'

const VALID_SECONDS = 60

interface Grant {
  readonly userId: number
  readonly attachmentId: number
  readonly expires: number
}

const signed = (secret: Secret, { userId, attachmentId, expires }: Grant): string =>
  secret.signLink(`temporary upload ${userId} ${attachmentId} ${expires}`)

/** An address that lets anybody read the file for a minute, as long as this reader may. */
export function temporaryUrl(secret: Secret, userId: number, { id, name }: AttachmentRow, now: number): string {
  const grant = { userId, attachmentId: id, expires: now + VALID_SECONDS }
  return `/user_uploads/temporary/${grant.expires}-${userId}-${id}-${signed(secret, grant)}/${encodeURIComponent(safeName(name))}`
}

/** What such an address grants; null if this server did not make it, or its time is over. */
export function readGrant(secret: Secret, text: string, now: number): Grant | null {
  const [, expires, userId, attachmentId, signature] =
    /^(\d{1,12})-(\d{1,10})-(\d{1,15})-([0-9a-f]{64})$/.exec(text) ?? []
  if (signature === undefined) return null
  const grant = { userId: Number(userId), attachmentId: Number(attachmentId), expires: Number(expires) }
  const isOurs = timingSafeEqual(Buffer.from(signed(secret, grant)), Buffer.from(signature))
  return isOurs && grant.expires > now ? grant : null
}
