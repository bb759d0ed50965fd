import type { Placement } from '@floating-ui/dom'
import { useRef } from 'preact/hooks'
import { Icon, type IconName } from './Icon.tsx'
import { Popover } from './Popover.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  /** The key that does the same. */
  readonly keys?: string
  readonly run?: () => unknown
  /** It leads to a text field. The menu gives the focus back before. */
  readonly movesFocus?: boolean
  /** A choice of several: whether it is the present one. */
  readonly isChosen?: boolean
  readonly isDanger?: boolean
  /** Why it cannot be done now. */
  readonly reason?: string
  /** A line stands before it. */
  readonly startsGroup?: boolean
  /** The choices that it stands for, shown below it. */
  readonly choices?: readonly MenuItem[]
}

interface Props {
  name: string
  anchor: Element
  items: readonly MenuItem[]
  onClose: () => void
  placement?: Placement
}

/** Moves the focus with arrows, Home, End, and by the first letter. */
export function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const to = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  // A letter chooses an item here, and does nothing elsewhere.
  if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation()
  const letter = event.key.length === 1 ? event.key.toLocaleLowerCase() : null
  const byLetter = letter
    ? items.find((item, index) => index > here && item.textContent?.trim().toLocaleLowerCase().startsWith(letter))
    : undefined
  const target = to === undefined ? byLetter : items[to]
  if (!target) return
  event.preventDefault()
  target.focus()
}

/** A menu after the ARIA pattern. */
export function Menu({ name, anchor, items, onClose, placement }: Props) {
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      role="menu"
      aria-label={name}
      onKeyDown={moveFocus}
      {...(placement && { placement })}
    >
      {items.map((item) => (
        <MenuRow key={item.label} item={item} onClose={onClose} />
      ))}
    </Popover>
  )
}

export function MenuRow({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  const { label, icon, keys, run, movesFocus, isChosen, isDanger, reason, startsGroup, choices } = item
  const group = useRef<HTMLDivElement>(null)
  const choose = () => {
    if (reason !== undefined) return
    if (choices) return group.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus()
    onClose()
    if (movesFocus) setTimeout(() => run?.())
    else run?.()
  }
  return (
    <>
      {startsGroup && <div class="div" role="separator" />}
      <button
        type="button"
        role={isChosen === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={isChosen}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        class={`li ${isDanger ? 'danger' : ''}`}
        tabIndex={-1}
        onClick={choose}
      >
        {icon && <Icon name={icon} size="s" />}
        <span class="grow">{label}</span>
        {isChosen && <Icon name="check" size="s" />}
        {keys && (
          <span class="keys" aria-hidden="true">
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        )}
      </button>
      {choices && (
        <div ref={group} role="group" aria-label={label} class="choices">
          {choices.map((one) => (
            <MenuRow key={one.label} item={one} onClose={onClose} />
          ))}
        </div>
      )}
    </>
  )
}
