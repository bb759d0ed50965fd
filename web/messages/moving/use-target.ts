import { useEffect, useState } from 'preact/hooks'
import { foldCase } from '../../../api/fold-case.ts'
import { topicsOf } from '../../channels/topics.ts'
import { countTopic, type TopicPlace } from './topic-messages.ts'

export interface ExistingTopic {
  readonly topic: string
  /** Null while it is counted. */
  readonly count: number | null
  /** False if there are more. */
  readonly isComplete: boolean
}

/** The topic that a name stands for, if there is one already, and how many messages it has. */
export function useExisting({ channelId, topic }: TopicPlace): ExistingTopic | null {
  const wanted = foldCase(topic.trim())
  const known = topicsOf(channelId).value?.find(({ name }) => foldCase(name) === wanted)
  const [counted, setCounted] = useState<(ExistingTopic & { readonly newest: number }) | null>(null)
  const name = known?.name
  const newest = known?.max_id ?? 0
  useEffect(() => {
    if (name === undefined) return
    let isWanted = true
    countTopic({ channelId, topic: name }).then(
      (found) => isWanted && setCounted({ topic: name, ...found, newest }),
      // The warning does without a number.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [channelId, name, newest])
  if (name === undefined) return null
  return counted?.topic === name && counted.newest === newest ? counted : { topic: name, count: null, isComplete: true }
}
