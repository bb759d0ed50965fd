import { placeOf } from '../../client/model/place.ts'
import type { RowProps } from '../conversations/Row.tsx'
import { Day } from '../conversations/Separators.tsx'
import { selected } from '../conversations/store.ts'
import { t } from '../kernel/texts.ts'
import { isSameDay } from '../kernel/time.ts'
import { Message } from '../messages/Message.tsx'
import { messageHref } from '../messages/message-address.ts'
import { message } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { PlaceTag } from './PlaceTag.tsx'
import { removeSaved } from './remove-saved.ts'

/** A saved message with the way to its place. */
export function SavedRow({ id, before, position }: RowProps) {
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const place = placeOf(one, ownId())
  return (
    <Message
      message={one}
      isGrouped={false}
      isSelected={selected.value === id}
      position={position}
      before={
        <>
          {(!previous || !isSameDay(previous.timestamp, one.timestamp)) && <Day seconds={one.timestamp} />}
          <div class="saved-place">
            <a class="row" href={messageHref(one)}>
              <PlaceTag place={place} />
            </a>
            <button type="button" class="btn sm ghost" onClick={() => removeSaved(id)}>
              {t('later.remove')}
            </button>
          </div>
        </>
      }
    />
  )
}
