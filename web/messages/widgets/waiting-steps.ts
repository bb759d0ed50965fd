import { signal } from '@preact/signals'
import { onEvent, onState } from '../../kernel/state.ts'
import { ownId } from '../../people/store.ts'
import { parseObject, type Step } from './submessage.ts'

interface WaitingStep {
  readonly messageId: number
  readonly content: string
}

/** One's own steps until their events come. They are shown at once. */
const waiting = signal<readonly WaitingStep[]>([])

export function stepsWaiting(messageId: number): readonly Step[] {
  return waiting.value
    .filter((one) => one.messageId === messageId)
    .map(({ content }) => ({ senderId: ownId(), data: parseObject(content) ?? {} }))
}

export function addWaiting(one: WaitingStep): void {
  waiting.value = [...waiting.value, one]
}

export function dropWaiting({ messageId, content }: WaitingStep): void {
  const index = waiting.value.findIndex((one) => one.messageId === messageId && one.content === content)
  if (index >= 0) waiting.value = waiting.value.toSpliced(index, 1)
}

onEvent((event) => {
  if (event.type === 'submessage' && event.sender_id === ownId())
    dropWaiting({ messageId: event.message_id, content: event.content })
})
// The messages are fetched again, with what the server has accepted.
onState(() => {
  waiting.value = []
})
