import { memo } from 'preact/compat'
import { editAgain } from '../composer/edit-again.ts'
import { focusComposer } from '../composer/focus-composer.ts'
import { forgetSend, retrySend } from '../kernel/outbox.ts'
import { isSameDay } from '../kernel/time.ts'
import { Message } from '../messages/Message.tsx'
import { SendingMessage } from '../messages/SendingMessage.tsx'
import { message } from '../messages/store.ts'
import { FeedBar } from './FeedBar.tsx'
import { markUnreadHere } from './mark-unread.ts'
import { isAside, isGrouped, isSamePlace, sendingByLocalId } from './rows.ts'
import { Day, NewLine } from './Separators.tsx'
import { listing, opened, selected } from './store.ts'

export interface RowProps {
  id: number
  before: number | undefined
}

/** Without any other message, the next thing to do is to write one. */
async function discard(key: string): Promise<void> {
  await forgetSend(key)
  if (document.activeElement === document.body) focusComposer()
}

/** One row of the list. It reads only the two messages that it shows something of. */
function RowView({ id, before }: RowProps) {
  const isSelected = selected.value === id
  const sending = id < 0 ? sendingByLocalId.value.get(id) : undefined
  if (sending) {
    const isAfterOwn = before !== undefined && before < 0
    return (
      <SendingMessage
        sending={sending}
        isGrouped={isAfterOwn}
        isSelected={isSelected}
        onEdit={editAgain}
        onRetry={retrySend}
        onDiscard={discard}
      />
    )
  }
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const isNewDay = !previous || !isSameDay(previous.timestamp, one.timestamp)
  const isFirstNew = opened.value.newFrom === id
  // In a conversation, its header names the place.
  const isMixed = listing.value !== undefined && listing.value.place === undefined
  const startsPlace = isMixed && (isNewDay || !isSamePlace(one, previous))
  return (
    <Message
      message={one}
      isGrouped={!isNewDay && !isFirstNew && isGrouped(one, previous)}
      isFaded={isAside(one)}
      isSelected={isSelected}
      onMarkUnread={markUnreadHere}
      before={
        (isNewDay || isFirstNew || startsPlace) && (
          <>
            {isNewDay && <Day seconds={one.timestamp} />}
            {startsPlace && <FeedBar message={one} isSelected={isSelected} />}
            {isFirstNew && <NewLine count={opened.value.newCount} since={previous?.timestamp} hasAction />}
          </>
        )
      }
    />
  )
}

/** Others that come and go do not draw it again. */
export const Row = memo(RowView)
