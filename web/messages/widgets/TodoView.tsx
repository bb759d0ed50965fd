import { useId, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { avatarOf, nameOf, ownId } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { addTask, renameTodo, toggleTask } from './change-widget.ts'
import { EditableTitle } from './EditableTitle.tsx'
import type { Task, Todo } from './read-todo.ts'

interface Props {
  messageId: number
  todo: Todo
  isAuthor: boolean
}

/** A to-do list that everybody who reads the message can tick and add to. */
export function TodoView({ messageId, todo, isAuthor }: Props) {
  const heading = useId()
  const done = todo.tasks.filter(({ isDone }) => isDone).length
  return (
    <div class="card pad" role="group" aria-labelledby={heading}>
      <div class="todo-head">
        <Icon name="todo" size="s" class="mut" />
        <EditableTitle
          id={heading}
          title={todo.title}
          fallback={t('todo.noTitle')}
          editLabel={t('todo.edit')}
          fieldLabel={t('todo.title')}
          onChange={isAuthor ? (title) => renameTodo(messageId, title) : undefined}
        />
        <span class="mut num todo-count">{t('todo.done', { done, count: todo.tasks.length })}</span>
      </div>
      {todo.tasks.length > 0 && (
        <ul class="todo">
          {todo.tasks.map((task) => (
            <TaskRow key={task.key} messageId={messageId} task={task} />
          ))}
        </ul>
      )}
      <NewTask messageId={messageId} todo={todo} />
    </div>
  )
}

function TaskRow({ messageId, task }: { messageId: number; task: Task }) {
  const { text, description, isDone, doneBy } = task
  const who = doneBy === ownId() ? t('person.you') : doneBy === null ? undefined : nameOf(doneBy)
  const said = [description, who && t('todo.doneBy', { name: who })].filter(Boolean).join('. ')
  return (
    <li>
      <button
        type="button"
        role="checkbox"
        aria-checked={isDone}
        aria-label={text}
        aria-description={said || undefined}
        class="task"
        onClick={() => toggleTask(messageId, task)}
      >
        <span class={`cb ${isDone ? 'on' : ''}`}>{isDone && <Icon name="check" />}</span>
        <span class="grow">
          <bdi class={isDone ? 'done-txt' : ''}>{text}</bdi>
          {description && <bdi class="mut task-about">{description}</bdi>}
        </span>
      </button>
      {doneBy !== null && (
        <span title={who && t('todo.doneBy', { name: who })}>
          <Avatar name={nameOf(doneBy) ?? ''} src={avatarOf(doneBy)} size={20} seed={doneBy} />
        </span>
      )}
    </li>
  )
}

function NewTask({ messageId, todo }: Omit<Props, 'isAuthor'>) {
  const [isOpen, setOpen] = useState(false)
  const [task, setTask] = useState('')
  const [about, setAbout] = useState('')
  const text = task.trim()
  const isThere = todo.tasks.some((one) => one.text === text)
  if (!isOpen)
    return (
      <button type="button" class="link-btn" onClick={() => setOpen(true)}>
        {t('todo.add')}
      </button>
    )
  const add = async () => {
    setTask('')
    setAbout('')
    if (await addTask(messageId, todo, text, about.trim())) return
    setTask((now) => now || text)
    setAbout((now) => now || about)
  }
  const close = () => {
    setOpen(false)
    setTask('')
    setAbout('')
  }
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '' || isThere) return
        void add()
        event.currentTarget.querySelector('input')?.focus()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <input
        ref={(field) => void (task === '' && about === '' && field?.focus())}
        class="in grow"
        aria-label={t('todo.task')}
        placeholder={t('todo.task')}
        aria-invalid={isThere}
        value={task}
        maxLength={1000}
        dir="auto"
        onInput={({ currentTarget }) => setTask(currentTarget.value)}
      />
      <input
        class="in grow"
        aria-label={t('todo.description')}
        placeholder={t('todo.description')}
        value={about}
        maxLength={1000}
        dir="auto"
        onInput={({ currentTarget }) => setAbout(currentTarget.value)}
      />
      {isThere && (
        <span class="mut" role="status">
          {t('todo.there')}
        </span>
      )}
      <button type="submit" class="btn sm primary" disabled={text === '' || isThere}>
        {t('todo.addTask')}
      </button>
      <button type="button" class="btn sm" onClick={close}>
        {t('cancel')}
      </button>
    </form>
  )
}
