import { PlaceBar } from '../conversations/PlaceBar.tsx'
import type { RowProps } from '../conversations/Row.tsx'
import { isAside } from '../conversations/rows.ts'
import { Day } from '../conversations/Separators.tsx'
import { selected } from '../conversations/store.ts'
import { t } from '../kernel/texts.ts'
import { isSameDay } from '../kernel/time.ts'
import { Message } from '../messages/Message.tsx'
import { message } from '../messages/store.ts'
import { removeSaved } from './remove-saved.ts'

/** A saved message with the way to its place. */
export function SavedRow({ id, before }: RowProps) {
  const one = message(id).value
  const previous = before === undefined ? undefined : message(before).value
  if (!one) return null
  const isSelected = selected.value === id
  return (
    <Message
      message={one}
      isGrouped={false}
      isFaded={isAside(one)}
      isSelected={isSelected}
      before={
        <>
          {(!previous || !isSameDay(previous.timestamp, one.timestamp)) && <Day seconds={one.timestamp} />}
          <PlaceBar message={one} isSelected={isSelected}>
            <button type="button" class="btn sm ghost" tabIndex={isSelected ? 0 : -1} onClick={() => removeSaved(id)}>
              {t('later.remove')}
            </button>
          </PlaceBar>
        </>
      }
    />
  )
}
