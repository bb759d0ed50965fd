import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { shortTime } from '../../kernel/time.ts'
import { avatarOf, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { plainStart } from '../plain-start.ts'
import { MAX_FETCHED_MESSAGES } from './topic-messages.ts'

/** More rows help nobody. */
const MAX_ROWS = 200

const Line = ({ message, isStaying = false }: { message: FetchedMessage; isStaying?: boolean }) => {
  const { sender_id, sender_full_name, timestamp, content, avatar_url } = message
  const name = nameOf(sender_id) ?? sender_full_name
  return (
    <li class={`row mv-row ${isStaying ? 'staying' : ''}`} aria-hidden={isStaying || undefined}>
      <Avatar name={name} src={avatarOf(sender_id) ?? avatar_url} size={20} seed={sender_id} />
      <span class="clip">
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        <bdi>{plainStart(content)}</bdi>
      </span>
      <span class="mut num">{shortTime(timestamp)}</span>
    </li>
  )
}

interface Props {
  /** Null while they are fetched. */
  moved: readonly FetchedMessage[] | null
  isComplete: boolean
  /** The last one that stays, for orientation. */
  before: FetchedMessage | undefined
}

/** Exactly what moves. */
export function MovePreview({ moved, isComplete, before }: Props) {
  const people = new Set(moved?.map(({ sender_id }) => sender_id)).size
  const count = moved?.length ?? 0
  return (
    <div class="card mv">
      <div class="row mv-h">
        <span class="grow">{t('move.what')}</span>
        {moved && (
          <span class="num">
            {isComplete ? t('move.count', { count, people }) : t('move.countMany', { count: MAX_FETCHED_MESSAGES })}
          </span>
        )}
      </div>
      <ul class="mv-list" aria-label={t('move.what')} aria-busy={moved === null} tabIndex={0}>
        {before && <Line message={before} isStaying />}
        {moved?.slice(0, MAX_ROWS).map((one) => (
          <Line key={one.id} message={one} />
        ))}
        {count > MAX_ROWS && <li class="mv-row mut">{t('move.more', { count: count - MAX_ROWS })}</li>}
      </ul>
    </div>
  )
}
