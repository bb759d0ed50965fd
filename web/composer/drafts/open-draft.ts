import { navigate } from '../../kernel/navigation.ts'
import { ownId } from '../../people/store.ts'
import { chooseRecipientsOf } from '../choose-recipients.ts'
import { focusComposerOf } from '../focus-composer.ts'
import { readDraft } from '../keep-draft.ts'
import { startTopic } from '../start-topic.ts'
import { isBlank, setWritten, type Target, targetKey, written } from '../store.ts'
import { isOwnKey } from './draft-record.ts'
import { keepAside, take } from './reconcile.ts'
import { putRecord, recordOf, removeRecord } from './records.ts'
import { serverDrafts } from './server-drafts.ts'
import { drafts, type ListedDraft, serverDraftId } from './store.ts'

/** Opens the place of a target, with the composer ready. */
function openTarget(target: Target): void {
  if (target.kind === 'new-topic') {
    startTopic(target.channelId)
    return
  }
  const { place } = target
  if (place.kind === 'channel') navigate({ view: 'topic', channelId: place.streamId, topic: place.topic })
  else navigate({ view: 'direct', ids: place.others.length > 0 ? place.others : [ownId()] })
  focusComposerOf(targetKey(target))
}

/** Puts a draft into the composer of its conversation. What is there stays as a draft of its own. */
async function show({ id }: ListedDraft, target: Target): Promise<void> {
  const key = targetKey(target)
  await readDraft(target)
  if (id === key) return
  const shown = recordOf(key)
  if (shown && !isBlank(written(key).peek())) keepAside(shown)
  const record = recordOf(id)
  if (record && isOwnKey(id)) {
    setWritten(key, { content: record.content, topic: target.kind === 'new-topic' ? (record.topic ?? '') : '' })
    await putRecord({ ...record, place: key })
    await removeRecord(id)
    return
  }
  const draft = serverDrafts.peek().find((one) => serverDraftId(one.id) === id)
  if (draft) take(key, draft)
}

/** Opens a draft where it will be sent. One without a place asks to whom it goes. */
export async function openDraft(id: string): Promise<void> {
  const one = drafts.peek().find((draft) => draft.id === id)
  if (!one) return
  if (!one.target) return chooseRecipientsOf(one.text)
  await show(one, one.target)
  openTarget(one.target)
}
