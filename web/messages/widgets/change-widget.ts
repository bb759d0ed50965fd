import { placeKey, placeOf } from '../../../client/model/place.ts'
import { send } from '../../kernel/outbox.ts'
import { session } from '../../kernel/session.ts'
import { ownId } from '../../people/store.ts'
import { showFailure } from '../show-failure.ts'
import { messages } from '../store.ts'
import { nextOption, type Option, type Poll } from './read-poll.ts'
import { nextTask, type Task, type Todo } from './read-todo.ts'
import { addWaiting, dropWaiting } from './waiting-steps.ts'

/** The last request of each message. Steps of one person must reach the server in their order. */
const lines = new Map<number, Promise<unknown>>()

/** False if it was not done. The reason has been said then. */
async function change(messageId: number, data: object): Promise<boolean> {
  const content = JSON.stringify(data)
  addWaiting({ messageId, content })
  const before = lines.get(messageId)
  const request = (async () => {
    await before
    try {
      await session.call('addSubmessage', { message_id: messageId, msg_type: 'widget', content })
      return true
    } catch (error) {
      dropWaiting({ messageId, content })
      showFailure(error)
      return false
    }
  })()
  lines.set(messageId, request)
  const isDone = await request
  if (lines.get(messageId) === request) lines.delete(messageId)
  return isDone
}

/** Votes for an option, or takes the vote back. */
export const toggleVote = (messageId: number, { key, voters }: Option): Promise<boolean> =>
  change(messageId, { type: 'vote', key, vote: voters.includes(ownId()) ? -1 : 1 })

export const addOption = (messageId: number, poll: Poll, option: string): Promise<boolean> =>
  change(messageId, { type: 'new_option', idx: nextOption(poll, ownId()), option })

export const askAgain = (messageId: number, question: string): Promise<boolean> =>
  change(messageId, { type: 'question', question })

/** Ticks a task, or opens it again. */
export const toggleTask = (messageId: number, { key }: Task): Promise<boolean> =>
  change(messageId, { type: 'strike', key })

export const addTask = (messageId: number, todo: Todo, task: string, desc: string): Promise<boolean> =>
  change(messageId, { type: 'new_task', key: nextTask(todo, ownId()), task, desc, completed: false })

export const renameTodo = (messageId: number, title: string): Promise<boolean> =>
  change(messageId, { type: 'new_task_list_title', title })

/** Answers a bot in its conversation. */
export async function sendChoice(messageId: number, reply: string): Promise<void> {
  const message = messages.get(messageId)
  if (!message) return
  const place = placeOf(message, ownId())
  await send(
    placeKey(place),
    place.kind === 'channel'
      ? { type: 'channel', to: place.streamId, topic: place.topic, content: reply }
      : { type: 'direct', to: place.others.length > 0 ? place.others : [ownId()], content: reply },
  )
}
