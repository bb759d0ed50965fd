import { everyone } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireManagedEmoji } from './access.ts'
import { setEmojiDeactivated } from './queries.ts'

/** Messages and reactions that have it keep showing it; its files stay. */
export async function deactivateEmoji(tx: CallTx, name: string): Promise<void> {
  const emoji = requireManagedEmoji(tx.actor, name)
  const seq = tx.nextSeq
  await setEmojiDeactivated(tx.db, emoji, seq)
  tx.emit({ type: 'realm_emoji', op: 'edit', emoji_id: `${emoji.id}`, data: { deactivated: true } }, everyone, {
    state: [{ put: 'emoji', value: { ...emoji, deactivatedSeq: seq } }],
    background: { seq },
  })
  tx.audit({ action: 'custom emoji deactivated', target: { kind: 'emoji', id: emoji.id }, details: { name } })
}
