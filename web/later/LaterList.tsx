import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { KeyHints } from '../ui/KeyHints.tsx'
import { rowOf, useRows } from '../ui/use-rows.ts'
import { current, press } from './rows.ts'

const KEYS = [{ keys: ['e'], run: press('edit') }]

/** The heading of a part of the list. Rows say themselves when they are due, so it is only for the eye. */
export const Part = ({ icon, name, count }: { icon: IconName; name: string; count: number }) => (
  <div class="ib-sec" aria-hidden="true">
    <Icon name={icon} size="s" />
    <span>{name}</span>
    <span class="mut num">{count}</span>
  </div>
)

interface Props {
  name: string
  /** What to say when there is nothing. */
  empty: string
  count: number
  /** What the key E does. */
  edits: string
  children: ComponentChildren
}

export function LaterList({ name, empty, count, edits, children }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useRows(list, current, KEYS)
  return (
    <>
      {count === 0 ? (
        <div class="empty" data-region>
          <h2>{t('conversation.empty')}</h2>
          <p>{empty}</p>
        </div>
      ) : (
        <div class="scroll" data-region>
          <div
            ref={list}
            role="list"
            aria-label={name}
            onFocusIn={({ target }) => {
              current.value = rowOf(target) ?? current.peek()
            }}
          >
            {children}
          </div>
        </div>
      )}
      <KeyHints
        hints={[
          { keys: ['J', 'K'], text: t('list.move') },
          { keys: ['Enter'], text: t('later.open') },
          { keys: ['E'], text: edits },
        ]}
      />
    </>
  )
}
