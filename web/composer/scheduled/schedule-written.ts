import { placeKey } from '../../../client/model/place.ts'
import { showToast } from '../../kernel/announce.ts'
import { t } from '../../kernel/texts.ts'
import { clockTime, shortDay } from '../../kernel/time.ts'
import { focusComposerOf } from '../focus-composer.ts'
import { dropDraft, keepDraft } from '../keep-draft.ts'
import { checkWritten, placeOfTarget } from '../send-message.ts'
import { joined, newTopicIn, setWritten, type Target, targetKey, written } from '../store.ts'
import { deleteScheduled } from './change-scheduled.ts'
import { createScheduled } from './schedule-message.ts'

/** Sends what is written later. It is rejected with the reason if it cannot be done: then the text stays. */
export async function sendWrittenLater(target: Target, at: number): Promise<void> {
  const key = targetKey(target)
  if (!checkWritten(target)) throw new Error(t('sendLater.notYet'))
  const { content, topic } = written(key).peek()
  const id = await createScheduled(placeOfTarget(target, topic), content.trimEnd(), at)
  dropDraft(target)
  if (target.kind === 'new-topic') newTopicIn.value = null
  showToast(t('sendLater.done', { time: `${shortDay(at)}, ${clockTime(at)}` }), async () => {
    if ((await deleteScheduled(id)) !== null) return
    const place = placeOfTarget(target, topic)
    const home: Target = { kind: 'place', place }
    setWritten(placeKey(place), { content: joined(content, written(placeKey(place)).peek().content) })
    keepDraft(home)
    focusComposerOf(placeKey(place))
  })
}
