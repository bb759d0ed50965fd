import type { FetchedMessage } from '../../../api/objects/message.ts'
import { type Choices, readChoices } from './read-choices.ts'
import { type Poll, readPoll } from './read-poll.ts'
import { readTodo, type Todo } from './read-todo.ts'
import { isObject, type Step, stepsOf } from './submessage.ts'

export type Widget = Poll | Todo | Choices

type Holder = Pick<FetchedMessage, 'sender_id' | 'submessages'>

/** The widget that a message is. `waiting` are one's own steps that the server has not confirmed. */
export function widgetOf({ sender_id, submessages }: Holder, waiting: readonly Step[] = []): Widget | undefined {
  if (submessages.length === 0) return undefined
  const [first, ...steps] = stepsOf(submessages)
  const extra = first?.data['extra_data']
  if (!first || first.senderId !== sender_id || !isObject(extra)) return undefined
  const all = [...steps, ...waiting]
  switch (first.data['widget_type']) {
    case 'poll':
      return readPoll(extra, all, sender_id)
    case 'todo':
      return readTodo(extra, all, sender_id)
    case 'zform':
      return readChoices(extra)
    default:
      return undefined
  }
}

/** What the widget is about, for the accessible name of its message. */
export function titleOf(widget: Widget): string {
  if (widget.kind === 'poll') return widget.question
  return widget.kind === 'todo' ? widget.title : widget.heading
}
