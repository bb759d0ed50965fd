import { useId, useState } from 'preact/hooks'
import { listOf, t } from '../../kernel/texts.ts'
import { avatarOf, nameOf, ownId } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { addOption, askAgain, toggleVote } from './change-widget.ts'
import { EditableTitle } from './EditableTitle.tsx'
import type { Option, Poll } from './read-poll.ts'

const MAX_PICTURES = 3

const shownName = (id: number): string => (id === ownId() ? t('person.you') : (nameOf(id) ?? t('person.unknown')))

interface Props {
  messageId: number
  poll: Poll
  isAuthor: boolean
}

/** A poll that everybody who reads the message can vote in. */
export function PollView({ messageId, poll, isAuthor }: Props) {
  const heading = useId()
  const votes = poll.options.reduce((sum, { voters }) => sum + voters.length, 0)
  return (
    <div class="card poll" role="group" aria-labelledby={heading}>
      <EditableTitle
        id={heading}
        title={poll.question}
        fallback={t('poll.noQuestion')}
        editLabel={t('poll.edit')}
        fieldLabel={t('poll.question')}
        onChange={isAuthor ? (question) => askAgain(messageId, question) : undefined}
      />
      <div class="opts">
        {poll.options.map((option) => (
          <OptionRow key={option.key} messageId={messageId} option={option} votes={votes} />
        ))}
      </div>
      <NewOption messageId={messageId} poll={poll} />
      <div class="foot-l mut">{t('poll.votes', { count: votes })}</div>
    </div>
  )
}

interface OptionProps {
  messageId: number
  option: Option
  /** Of the whole poll. */
  votes: number
}

function OptionRow({ messageId, option, votes }: OptionProps) {
  const { text, voters } = option
  const isMine = voters.includes(ownId())
  const share = votes === 0 ? 0 : Math.round((voters.length / votes) * 100)
  const who =
    voters.length === 0
      ? t('poll.nobody')
      : t('poll.voters', { count: voters.length, people: listOf(voters.map(shownName)) })
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isMine}
      aria-label={text}
      aria-description={who}
      title={who}
      class={`opt ${isMine ? 'mine' : ''}`}
      style={{ '--p': `${share}%` }}
      onClick={() => toggleVote(messageId, option)}
    >
      {isMine && <Icon name="check" size="s" />}
      <bdi class="grow opt-text">{text}</bdi>
      <span class="avs">
        {voters.slice(0, MAX_PICTURES).map((id) => (
          <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={20} seed={id} />
        ))}
      </span>
      <span class="num">{voters.length}</span>
    </button>
  )
}

function NewOption({ messageId, poll }: Omit<Props, 'isAuthor'>) {
  const [written, setWritten] = useState('')
  const text = written.trim()
  const isThere = poll.options.some((one) => one.text === text)
  const add = async () => {
    setWritten('')
    if (!(await addOption(messageId, poll, text))) setWritten((now) => now || text)
  }
  return (
    <form
      class="opt add"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '' && !isThere) void add()
      }}
    >
      <Icon name="plus" size="s" />
      <input
        class="grow"
        aria-label={t('poll.newOption')}
        placeholder={t('poll.newOption')}
        aria-invalid={isThere}
        value={written}
        maxLength={1000}
        dir="auto"
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      {isThere && (
        <span class="mut" role="status">
          {t('poll.there')}
        </span>
      )}
      {text !== '' && (
        <button type="submit" class="btn sm primary" disabled={isThere}>
          {t('poll.addOption')}
        </button>
      )}
    </form>
  )
}
