import type { EventOf } from '../../api/events/index.ts'
import { type Place, placeKey } from '../../client/model/place.ts'
import { channelName, isResolved, plainTopic, shownTopic } from '../channels/store.ts'
import { moveSends } from '../kernel/outbox.ts'
import { session } from '../kernel/session.ts'
import { onEvent } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { nameOf, ownId } from '../people/store.ts'
import { keyOfDraft } from './drafts/draft-record.ts'
import { keepAside } from './drafts/reconcile.ts'
import { putRecord, recordOf, records, removeRecord } from './drafts/records.ts'
import { isSynchronized, serverDrafts } from './drafts/server-drafts.ts'
import { writeRecord } from './drafts/write-record.ts'
import { moveUploads } from './files/uploads.ts'
import { focusComposerOf, textField } from './focus-composer.ts'
import { readDraft, saveDraft } from './keep-draft.ts'
import { isBlank, kept, movedNote, replying, setWritten, type Target, written } from './store.ts'

type MessageUpdate = EventOf<'update_message'>
type Topic = Place & { kind: 'channel' }

function wordsFor({ user_id }: MessageUpdate, from: Topic, to: Topic): string | undefined {
  if (user_id === null || user_id === undefined || user_id === ownId()) return undefined
  const name = nameOf(user_id) ?? ''
  if (from.streamId !== to.streamId)
    return t('composer.moved', { name, channel: channelName(from.streamId) ?? '', topic: shownTopic(from.topic) })
  if (plainTopic(from.topic) === plainTopic(to.topic) && isResolved(from.topic) !== isResolved(to.topic))
    return t(isResolved(to.topic) ? 'composer.resolvedBy' : 'composer.reopenedBy', { name })
  return t('composer.renamed', { name, topic: shownTopic(from.topic) })
}

/** The text goes with its topic. What is in the composer of the new name already stays there. */
async function moveText(from: Topic, to: Topic): Promise<void> {
  const [old, key] = [placeKey(from), placeKey(to)]
  const source: Target = { kind: 'place', place: from }
  const target: Target = { kind: 'place', place: to }
  if (old === key || (!recordOf(old) && isBlank(written(old).peek()))) return
  await readDraft(source)
  await readDraft(target)
  // From here to the new text nothing waits: a key that is pressed meanwhile comes after all that was typed before.
  void writeRecord(source)
  const record = recordOf(old)
  if (!record) return
  const moved = { ...record, place: key, topic: to.topic }
  const isFree = isBlank(written(key).peek())
  setWritten(old, { content: '' })
  if (isFree) setWritten(key, { content: record.content })
  await removeRecord(old)
  if (isFree) {
    await putRecord({ ...moved, content: written(key).peek().content })
    await saveDraft(target)
  } else keepAside(moved)
}

/** Drafts of the server that this browser does not show. Another device may do the same: that changes nothing. */
function moveServerDrafts(from: Topic, to: Topic): void {
  if (!isSynchronized.peek()) return
  const owned = new Set([...records.peek().values()].map(({ serverId }) => serverId))
  for (const { id, ...draft } of serverDrafts.peek()) {
    if (owned.has(id) || keyOfDraft(draft, ownId()) !== placeKey(from)) continue
    const moved = { ...draft, to: [to.streamId], topic: to.topic }
    // It stays under the old name, where the list of drafts still has it.
    session.call('editDraft', { draft_id: id, draft: moved }).catch(() => undefined)
  }
}

function follow(event: MessageUpdate): void {
  if (event.orig_subject === undefined || event.stream_id === undefined || event.propagate_mode !== 'change_all') return
  const from: Topic = { kind: 'channel', streamId: event.stream_id, topic: event.orig_subject }
  const to: Topic = {
    kind: 'channel',
    streamId: event.new_stream_id ?? event.stream_id,
    topic: event.subject ?? event.orig_subject,
  }
  const [old, key] = [placeKey(from), placeKey(to)]
  const isWriting = textField.current?.dataset['target'] === old
  const hasFocus = isWriting && document.activeElement === textField.current
  const words = wordsFor(event, from, to)
  if (isWriting && words !== undefined) movedNote.value = { key, text: words }
  const answered = replying.peek()
  if (answered && placeKey(answered.place) === old) replying.value = { ...answered, place: to }
  const open = kept.peek()
  if (open?.kind === 'place' && placeKey(open.place) === old) kept.value = { kind: 'place', place: to }
  moveSends(old, key, { channelId: to.streamId, topic: to.topic })
  moveUploads(old, { kind: 'place', place: to })
  void moveText(from, to)
  moveServerDrafts(from, to)
  if (hasFocus) focusComposerOf(key)
}

/** A topic that is renamed or moved as a whole takes along what is written for it, and a note says who did it. */
export const startFollowingMoves = (): void =>
  onEvent((event) => {
    if (event.type === 'update_message') follow(event)
  })
