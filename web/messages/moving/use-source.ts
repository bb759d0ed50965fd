import { useEffect, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { reasonOf } from '../show-failure.ts'
import { placeName } from './move-messages.ts'
import { fetchPlace, fetchTopic, type TopicMessages } from './topic-messages.ts'

/** Says what is different from what the person saw. */
function changeText(before: TopicMessages | null, after: TopicMessages, id: number): string {
  if (!after.messages.some((one) => one.id === id)) return t('move.changedGone')
  const isMoved = before && (before.channelId !== after.channelId || before.topic !== after.topic)
  return isMoved ? t('move.changedPlace', { place: placeName(after) }) : t('move.changed')
}

/** The topic of a message as it was when the person looked. It changes only after a refusal, with the reason. */
export function useSource(message: FetchedMessage) {
  const [source, setSource] = useState<TopicMessages | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const start = { channelId: message.stream_id ?? 0, topic: message.subject }
  useEffect(() => {
    fetchTopic(start).then(setSource, (error) => setProblem(reasonOf(error)))
  }, [])
  const reload = async () => {
    try {
      const fresh = await fetchTopic((await fetchPlace(message.id)) ?? source ?? start)
      setSource(fresh)
      setProblem(changeText(source, fresh, message.id))
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return { source, problem, setProblem, reload }
}
