import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { current } from './rows.ts'

interface Props {
  id: string
  icon: IconName
  /** The place, with what opens it. */
  title: ComponentChildren
  children: ComponentChildren
  /** A time, and how far it is away. */
  time: string
  span: string
}

/** Something that waits: its place, its text, its time, and what can be done with it. */
export const LaterRow = ({ id, icon, title, children, time, span }: Props) => (
  <div class={`ib tallrow ${current.value === id ? 'sel' : ''}`} role="listitem" data-row-box>
    <span class="mut lead-icon">
      <Icon name={icon} />
    </span>
    <div class="ib-text">
      {title}
      {children}
    </div>
    <span class="e">
      <b>{time}</b>
      <time>{span}</time>
    </span>
  </div>
)
