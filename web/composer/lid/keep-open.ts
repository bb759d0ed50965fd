import { type Place, placeKey } from '../../../client/model/place.ts'
import { navigate } from '../../kernel/navigation.ts'
import { ownId } from '../../people/store.ts'
import { focusComposerOf } from '../focus-composer.ts'
import { dropDraft, keepDraft, readDraft } from '../keep-draft.ts'
import { sendWritten } from '../send-message.ts'
import { isBlank, joined, kept, setWritten, type Target, targetKey, written } from '../store.ts'

/** The composer stays while other conversations are looked at. Or it does not any more: its text is kept as a draft. */
export function toggleKept(target: Target): void {
  const isKept = kept.peek() !== null && targetKey(kept.peek()!) === targetKey(target)
  kept.value = isKept ? null : target
}

export const letGo = (): void => {
  kept.value = null
}

/** Opens the conversation that the text goes to. */
export function goToTarget({ place }: Target & { kind: 'place' }): void {
  letGo()
  if (place.kind === 'channel') navigate({ view: 'topic', channelId: place.streamId, topic: place.topic })
  else navigate({ view: 'direct', ids: place.others.length > 0 ? place.others : [ownId()] })
  focusComposerOf(placeKey(place))
}

/** The text goes to the conversation that is open instead. If something is written there already, it waits for a look. */
export async function sendHereInstead(from: Target, here: Place): Promise<void> {
  const to: Target = { kind: 'place', place: here }
  const key = targetKey(to)
  const { content } = written(targetKey(from)).peek()
  await readDraft(to)
  const isAlone = isBlank(written(key).peek())
  setWritten(key, { content: joined(written(key).peek().content, content) })
  keepDraft(to)
  dropDraft(from)
  letGo()
  focusComposerOf(key)
  if (isAlone) sendWritten(to)
}
