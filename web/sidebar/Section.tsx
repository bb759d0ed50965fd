import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Icon } from '../ui/Icon.tsx'

const KEY = 'parley-folded'

function read(): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

/** The sections that the person has folded away, in this browser. */
const folded = signal(read())

function toggle(id: string): void {
  const next = new Set(folded.value)
  if (!next.delete(id)) next.add(id)
  folded.value = next
  try {
    localStorage.setItem(KEY, JSON.stringify([...next]))
  } catch {
    // It stays folded until the page is closed.
  }
}

interface Props {
  id: string
  title: string
  /** A control at the end of the heading. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A part of the sidebar that can be folded away. */
export function Section({ id, title, action, children }: Props) {
  const isOpen = !folded.value.has(id)
  return (
    <div>
      <div class="sec">
        <button type="button" class="row grow fold" aria-expanded={isOpen} onClick={() => toggle(id)}>
          <Icon name={isOpen ? 'chev-d' : 'chev-r'} />
          <span class="clip">{title}</span>
        </button>
        {action}
      </div>
      {isOpen && children}
    </div>
  )
}
