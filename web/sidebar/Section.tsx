import type { ComponentChildren } from 'preact'
import { remembered } from '../kernel/remembered.ts'
import { type Count, NO_COUNT } from '../messages/count-unread.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { spokenName } from './NavRow.tsx'

/** The sections that the person has folded away. */
const folded = remembered<readonly string[]>('folded', [])

const toggle = (id: string): void => {
  const known = folded.value.peek()
  folded.set(known.includes(id) ? known.filter((one) => one !== id) : [...known, id])
}

interface Props {
  id: string
  title: string
  /** The sum of what is in it. It is shown while the section is folded away. */
  count: Count
  /** How its rows show theirs. */
  look?: 'strong' | 'pill'
  /** A control at the end of the heading. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A part of the sidebar that can be folded away. */
export function Section({ id, title, count, look = 'strong', action, children }: Props) {
  const isOpen = !folded.value.value.includes(id)
  const hidden = isOpen ? NO_COUNT : count
  return (
    <div>
      <div class="sec">
        <button
          type="button"
          class="row grow fold"
          aria-expanded={isOpen}
          aria-label={spokenName(title, hidden, false)}
          onClick={() => toggle(id)}
        >
          <Icon name={isOpen ? 'chev-d' : 'chev-r'} />
          <span class="clip">{title}</span>
          {hidden.mentions > 0 && <CountBadge value="@" look="ment" />}
          {hidden.unread > 0 && <CountBadge value={hidden.unread} look={look} />}
        </button>
        {action}
      </div>
      {isOpen && children}
    </div>
  )
}
