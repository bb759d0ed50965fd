import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { memo } from 'preact/compat'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { t } from '../kernel/texts.ts'
import { clockTime, fullTime } from '../kernel/time.ts'
import { AuthorName, AuthorPicture } from '../people/Author.tsx'
import { avatarOf, nameOf } from '../people/store.ts'
import { firstWords } from './content/first-words.ts'
import { MessageContent } from './content/MessageContent.tsx'
import { isHidden } from './content/muted.ts'
import { EditBox } from './editing/EditBox.tsx'
import { editing, type OpenEdit } from './editing/edit-message.ts'
import { MessageActions } from './MessageActions.tsx'
import { Reactions } from './Reactions.tsx'
import { useNear } from './use-near.ts'

export interface MessageProps {
  message: FetchedMessage
  /** The same person goes on: no picture and no name. */
  isGrouped: boolean
  isSelected: boolean
  /** In a list that does not number its items itself. */
  position?: number
  /** The new-messages line and the day, which belong to the first message after them. */
  before?: ComponentChildren
  /** What it waits for, in a few words. */
  waits?: ComponentChildren
  /** A failure. */
  after?: ComponentChildren
  /** Marks it and later ones as unread. Absent where that cannot be done. */
  onMarkUnread?: (id: number) => void
  /** Its HTML with the words that were searched for. */
  hits?: string | undefined
  /** Another conversation is being answered. */
  isFaded?: boolean
  /** False where a message is only looked at. */
  hasActions?: boolean
  /** `sending` or `not sent`. */
  sending?: 'sending' | 'not sent'
}

const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'] as const
const isMention = ({ flags }: FetchedMessage): boolean => MENTIONS.some((flag) => flags.includes(flag))
const isEdited = ({ last_edit_timestamp: edited }: FetchedMessage): boolean => edited !== undefined

/** The accessible name of a message. */
function nameOfMessage({ message, sending }: MessageProps, author: string): string {
  const isUnread = !message.flags.includes('read') && !sending
  return [
    author,
    clockTime(message.timestamp),
    firstWords(message),
    isUnread && t('message.unread'),
    isMention(message) && t('message.mentionsYou'),
    isEdited(message) && t('message.edited'),
    sending && t(sending === 'sending' ? 'message.sending' : 'message.notSent'),
    message.flags.includes('starred') && t('message.saved'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** One message of a feed. */
function MessageView(props: MessageProps) {
  const { message, isGrouped, isSelected, position, before, waits, after, sending, onMarkUnread } = props
  const { hits, isFaded, hasActions = true } = props
  const { id, sender_id, timestamp } = message
  const isFolded = isHidden(message)
  const author = isFolded ? t('message.mutedPerson') : (nameOf(sender_id) ?? message.sender_full_name)
  const isUnread = !message.flags.includes('read') && !sending
  const edit = useComputed(() => (editing.value?.id === id ? editing.value : null)).value
  const { isNear, events } = useNear(id)
  const kind = [
    'm',
    isGrouped ? 'cont' : 'lead',
    isUnread && 'unread',
    isMention(message) && 'ment',
    isSelected && 'sel',
    isFaded && 'faded',
    sending === 'sending' && 'pending',
    sending === 'not sent' && 'failed',
  ]
  return (
    <article
      class="item"
      data-key={id}
      data-message-id={id}
      aria-label={nameOfMessage(props, author)}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={isSelected ? 0 : -1}
      data-region-start={isSelected ? '' : undefined}
      {...(sending ? {} : events)}
    >
      {before}
      <div class={kind.filter(Boolean).join(' ')}>
        {isGrouped ? (
          <time class="gut" dateTime={isoTime(timestamp)} title={fullTime(timestamp)}>
            {clockTime(timestamp)}
          </time>
        ) : (
          <AuthorPicture
            id={sender_id}
            name={author}
            src={isFolded ? null : (avatarOf(sender_id) ?? message.avatar_url)}
          />
        )}
        <div class="m-in">
          {!isGrouped && !message.is_me_message && (
            <div class="by">
              <AuthorName id={sender_id} name={author} />
              <time dateTime={isoTime(timestamp)} title={fullTime(timestamp)}>
                {clockTime(timestamp)}
              </time>
              {isEdited(message) && <span class="edited">({t('message.edited')})</span>}
              {waits}
            </div>
          )}
          <Body message={message} html={hits ?? message.content} author={author} edit={edit} isGrouped={isGrouped} />
          {isGrouped && waits}
          {after}
          {!sending && <Reactions id={id} reactions={message.reactions} />}
          {!sending && !edit && hasActions && (
            <MessageActions message={message} isNear={isNear} onMarkUnread={onMarkUnread} />
          )}
        </div>
      </div>
    </article>
  )
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

interface BodyProps {
  message: FetchedMessage
  html: string
  author: string
  edit: OpenEdit | null
  isGrouped: boolean
}

function Body({ message, html, author, edit, isGrouped }: BodyProps) {
  if (edit) return <EditBox now={edit} />
  const isSaying = message.is_me_message
  return (
    <div class={isSaying ? 'says' : undefined}>
      {isSaying && (
        <b>
          <bdi>{author}</bdi>
        </b>
      )}
      <MessageContent message={message} html={html} />
      {isSaying && <time dateTime={isoTime(message.timestamp)}>{clockTime(message.timestamp)}</time>}
      {isEdited(message) && (isGrouped || isSaying) && <span class="edited">({t('message.edited')})</span>}
    </div>
  )
}

export const Message = memo(MessageView)
