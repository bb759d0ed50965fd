import type { Address } from '../kernel/addresses.ts'
import { hrefOf, navigate } from '../kernel/navigation.ts'
import { Icon, type IconName } from './Icon.tsx'

export interface TabLink {
  readonly to: Address
  readonly label: string
  readonly icon?: IconName
  readonly count?: number | undefined
  /** How many of them need attention, and what that means. */
  readonly trouble?: { readonly count: number; readonly text: string } | undefined
  readonly isSelected: boolean
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Arrows open the next tab. Its page may be another one, so the focus follows when it is there. */
function move(event: KeyboardEvent, tabs: readonly TabLink[]): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const isRtl = getComputedStyle(event.currentTarget as Element).direction === 'rtl'
  const here = tabs.findIndex(({ isSelected }) => isSelected)
  const next = tabs[(here + (isRtl ? -step : step) + tabs.length) % tabs.length]
  if (!next) return
  navigate(next.to)
  queueMicrotask(() => document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus())
}

interface Props {
  name: string
  tabs: readonly TabLink[]
  /** On a phone they take the whole width. */
  isWide?: boolean
}

/** Tabs that are places of their own: each has an address. */
export const TabLinks = ({ name, tabs, isWide = true }: Props) => (
  <div
    class={`seg ${isWide ? 'fill' : ''}`}
    role="tablist"
    aria-label={name}
    data-own-keys
    onKeyDown={(event) => move(event, tabs)}
  >
    {tabs.map(({ to, label, icon, count = 0, trouble, isSelected }) => (
      <a
        key={label}
        role="tab"
        class={isSelected ? 'on' : ''}
        aria-selected={isSelected}
        aria-description={count > 0 ? `${count}` : undefined}
        tabIndex={isSelected ? 0 : -1}
        href={hrefOf(to)}
      >
        {icon && <Icon name={icon} size="s" />}
        {label}
        {count > 0 && (
          <span class="num mut" aria-hidden="true">
            {' '}
            {count}
          </span>
        )}
        {trouble && trouble.count > 0 && (
          <span class="badge dng">
            <Icon name="warn" size="s" />
            <span aria-hidden="true">{trouble.count}</span>
            <span class="sr">, {trouble.text}</span>
          </span>
        )}
      </a>
    ))}
  </div>
)
