import { useId } from 'preact/hooks'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { ownId } from '../../people/store.ts'
import { sendChoice } from './change-widget.ts'
import { PollView } from './PollView.tsx'
import type { Choices } from './read-choices.ts'
import { TodoView } from './TodoView.tsx'
import { stepsWaiting } from './waiting-steps.ts'
import { widgetOf } from './widget-of.ts'

/** The widget of a message, as far as events and one's own steps have brought it. */
export function WidgetView({ message }: { message: FetchedMessage }) {
  const widget = widgetOf(message, stepsWaiting(message.id))
  const isAuthor = message.sender_id === ownId()
  if (widget?.kind === 'poll') return <PollView messageId={message.id} poll={widget} isAuthor={isAuthor} />
  if (widget?.kind === 'todo') return <TodoView messageId={message.id} todo={widget} isAuthor={isAuthor} />
  return widget ? <ChoicesView messageId={message.id} form={widget} /> : null
}

/** What a bot offers to answer. A press sends the answer. */
function ChoicesView({ messageId, form }: { messageId: number; form: Choices }) {
  const heading = useId()
  return (
    <div class="card pad" role="group" aria-labelledby={heading}>
      <b id={heading} class="widget-title" dir="auto">
        {form.heading}
      </b>
      <ul class="choices">
        {form.choices.map(({ short, text, reply }) => (
          <li key={`${short} ${reply}`}>
            <button type="button" class="btn sm" title={reply} onClick={() => sendChoice(messageId, reply)}>
              {short}
            </button>
            <bdi class="grow">{text}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
