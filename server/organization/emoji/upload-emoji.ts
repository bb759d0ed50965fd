import { claimFiles } from '../../kernel/files/claim-files.ts'
import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireFreeEmojiName, requireMayAddEmoji } from './access.ts'
import type { EmojiFiles } from './emoji-files.ts'
import { presentEmoji } from './present.ts'
import { insertEmoji } from './queries.ts'

/** Permission and name are checked again: both may have changed while the picture was processed. */
export async function uploadEmoji(tx: CallTx, name: string, { token, format, files }: EmojiFiles): Promise<void> {
  const { realm, user } = tx.actor
  requireMayAddEmoji(tx.actor)
  requireFreeEmojiName(tx.actor, name)
  await claimFiles(tx, files)
  const seq = tx.nextSeq
  const emoji = await insertEmoji(tx.db, {
    realm_id: realm.id,
    name,
    author_id: user.id,
    token,
    format,
    added_seq: seq,
    created_at: tx.now,
  })
  tx.emit({ type: 'realm_emoji', op: 'add', emoji: presentEmoji(emoji) }, everyone, {
    state: [{ put: 'emoji', value: emoji }],
    background: { seq },
  })
  tx.audit({ action: 'custom emoji added', target: { kind: 'emoji', id: emoji.id }, details: { name } })
}
