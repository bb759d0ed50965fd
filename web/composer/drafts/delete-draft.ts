import { showToast } from '../../kernel/announce.ts'
import { t } from '../../kernel/texts.ts'
import { serverNow } from '../../kernel/time.ts'
import { dropDraft } from '../keep-draft.ts'
import type { Target } from '../store.ts'
import { isOwnKey, ownKey, targetOf } from './draft-record.ts'
import { putRecord, recordOf, removeRecord } from './records.ts'
import { serverDrafts } from './server-drafts.ts'
import { drafts, type ListedDraft, serverDraftId } from './store.ts'
import { deleteBuried, uploadNow } from './synchronize.ts'

/** Stores a text as a draft of its own, beside what the composer of its conversation shows. */
export async function keepText(target: Target, content: string, topic: string): Promise<void> {
  const key = ownKey(target)
  await putRecord({ place: key, content, topic, savedAt: serverNow() * 1000 })
  await uploadNow(key)
}

async function remove({ id }: ListedDraft): Promise<void> {
  const record = recordOf(id)
  const serverId = record ? record.serverId : serverDrafts.peek().find((one) => serverDraftId(one.id) === id)?.id
  await removeRecord(id, serverId)
  // The composer of the conversation shows it.
  if (record && !isOwnKey(id)) dropDraft(targetOf(record))
  await deleteBuried()
}

/** Deletes a draft on all devices. It can be undone. */
export async function deleteDraft(id: string): Promise<void> {
  const one = drafts.peek().find((draft) => draft.id === id)
  if (!one) return
  await remove(one)
  const { target, text, topic } = one
  const undo = target ? () => keepText(target, text, topic) : undefined
  showToast(t('drafts.deleted'), undo)
}
