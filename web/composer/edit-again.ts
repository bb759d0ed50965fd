import { directPlace, type Place } from '../../client/model/place.ts'
import { forgetSend, type OutboxMessage } from '../kernel/outbox.ts'
import { ownId } from '../people/store.ts'
import { focusComposerOf } from './focus-composer.ts'
import { readDraft, saveDraft } from './keep-draft.ts'
import { joined, setWritten, type Target, targetKey, written } from './store.ts'

const placeOfArgs = ({ args }: OutboxMessage): Place =>
  args.type === 'channel' ? { kind: 'channel', streamId: args.to, topic: args.topic } : directPlace(args.to, ownId())

/** Puts the text of a refused message back into the composer of its conversation, before what is written there. */
export async function editAgain(sending: OutboxMessage): Promise<void> {
  const target: Target = { kind: 'place', place: placeOfArgs(sending) }
  const key = targetKey(target)
  await readDraft(target)
  setWritten(key, { content: joined(sending.args.content, written(key).peek().content) })
  focusComposerOf(key)
  // It must be kept in one of the two places all the time.
  await saveDraft(target)
  await forgetSend(sending.key)
}
