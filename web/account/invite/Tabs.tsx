import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface Tab {
  readonly key: string
  readonly label: string
  readonly icon?: ComponentChildren
}

interface Props {
  tabs: readonly Tab[]
  open: string
  onOpen: (key: string) => void
  /** What the open tab shows. */
  children: ComponentChildren
}

/** Tabs after the ARIA pattern: one tab stop, arrows move and open. */
export function Tabs({ tabs, open, onOpen, children }: Props) {
  const id = useId()
  const move = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const by = document.documentElement.dir === 'rtl' ? -step : step
    const here = tabs.findIndex(({ key }) => key === open)
    const index = (here + by + tabs.length) % tabs.length
    event.preventDefault()
    onOpen(tabs[index]!.key)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div class="seg" role="tablist" onKeyDown={move}>
        {tabs.map(({ key, label, icon }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            class={key === open ? 'on' : ''}
            aria-selected={key === open}
            aria-controls={`${id}-panel`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => onOpen(key)}
          >
            {icon}
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </>
  )
}
