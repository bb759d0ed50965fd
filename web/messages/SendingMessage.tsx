import { useEffect, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../api/objects/message.ts'
import type { OutboxMessage } from '../kernel/outbox.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, nameOf, ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { echoOf } from './echo.ts'
import { Message } from './Message.tsx'

interface Props {
  sending: OutboxMessage
  isGrouped: boolean
  isSelected: boolean
  onEdit: (sending: OutboxMessage) => void
  onRetry: (key: string) => void
  onDiscard: (key: string) => void
}

/** A message shows that it waits only after this time: nearly all are sent before. */
const PATIENCE = 2_000

function useIsLate(at: number): boolean {
  const [isLate, setLate] = useState(Date.now() - at > PATIENCE)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), Math.max(0, at + PATIENCE - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return isLate
}

/** The message as the server would return it, as far as this browser can know. */
const asMessage = ({ localId, at, args }: OutboxMessage, content: string): FetchedMessage => ({
  id: localId,
  type: args.type === 'channel' ? 'stream' : 'private',
  ...(args.type === 'channel' ? { stream_id: args.to } : {}),
  subject: args.type === 'channel' ? args.topic : '',
  avatar_url: avatarOf(ownId()) ?? null,
  client: '',
  content,
  content_type: 'text/html',
  display_recipient: '',
  is_me_message: false,
  reactions: [],
  recipient_id: 0,
  sender_email: '',
  sender_full_name: nameOf(ownId()) ?? '',
  sender_id: ownId(),
  sender_realm_str: '',
  submessages: [],
  timestamp: Math.floor(at / 1000),
  topic_links: [],
  flags: ['read'],
})

/** A message that the server has not named yet, or has refused. */
export function SendingMessage({ sending, isGrouped, isSelected, onEdit, onRetry, onDiscard }: Props) {
  const { refusal, key } = sending
  const isLate = useIsLate(sending.at)
  const message = asMessage(sending, echoOf(sending.args.content))
  return (
    <Message
      message={message}
      isGrouped={isGrouped}
      isSelected={isSelected}
      sending={refusal === null ? 'sending' : 'not sent'}
      waits={
        refusal === null &&
        isLate && (
          <span class="waits">
            <Icon name="clock" size="xs" />
            {t('sending.waits')}
          </span>
        )
      }
      after={
        refusal !== null && (
          <div class="fail" role="alert">
            <Icon name="warn" size="s" />
            <span>
              <b>{t('sending.notSent')}</b> {refusal}
            </span>
            <button type="button" class="btn sm" onClick={() => onRetry(key)}>
              {t('retry')}
            </button>
            <button type="button" class="btn sm" onClick={() => onEdit(sending)}>
              <Icon name="pencil" size="s" />
              {t('edit')}
            </button>
            <button type="button" class="btn sm ghost" onClick={() => onDiscard(key)}>
              {t('sending.discard')}
            </button>
          </div>
        )
      }
    />
  )
}
