import type { FetchedMessage } from '../../api/objects/message.ts'
import { placeKey, placeOf } from '../../client/model/place.ts'
import { editAgain } from '../composer/edit-again.ts'
import { replying } from '../composer/store.ts'
import { forgetSend, retrySend } from '../kernel/outbox.ts'
import { isSameDay } from '../kernel/time.ts'
import { Message } from '../messages/Message.tsx'
import { SendingMessage } from '../messages/SendingMessage.tsx'
import { message } from '../messages/store.ts'
import { ownId } from '../people/store.ts'
import { markUnreadHere } from './mark-unread.ts'
import { isGrouped, sendingByLocalId } from './rows.ts'
import { Day, NewLine } from './Separators.tsx'
import { opened, selected } from './store.ts'

interface Props {
  id: number
  before: number | undefined
  position: number
}

/** While a message is answered in a list of several conversations, the others fade. */
function isFaded(one: FetchedMessage): boolean {
  const answered = replying.value
  return answered !== null && placeKey(placeOf(one, ownId())) !== placeKey(answered.place)
}

/** One row of the list. It reads only the two messages that it shows something of. */
export function Row({ id, before, position }: Props) {
  const isSelected = selected.value === id
  const sending = id < 0 ? sendingByLocalId.value.get(id) : undefined
  if (sending) {
    const isAfterOwn = before !== undefined && before < 0
    return (
      <SendingMessage
        sending={sending}
        isGrouped={isAfterOwn}
        isSelected={isSelected}
        position={position}
        onEdit={editAgain}
        onRetry={retrySend}
        onDiscard={forgetSend}
      />
    )
  }
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const isNewDay = !previous || !isSameDay(previous.timestamp, one.timestamp)
  const isFirstNew = opened.value.newFrom === id
  return (
    <Message
      message={one}
      isGrouped={!isNewDay && !isFirstNew && isGrouped(one, previous)}
      isSelected={isSelected}
      isFaded={isFaded(one)}
      position={position}
      onMarkUnread={markUnreadHere}
      before={
        (isNewDay || isFirstNew) && (
          <>
            {isNewDay && <Day seconds={one.timestamp} />}
            {isFirstNew && <NewLine count={opened.value.newCount} since={previous?.timestamp} />}
          </>
        )
      }
    />
  )
}
