import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { IconName } from '../ui/icon-drawing.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { callProvider } from './calls/provider.ts'
import { startCall } from './calls/start-call.ts'
import { type Format, insertText } from './format-text.ts'
import { Snippets } from './snippets/SnippetsButton.tsx'
import type { Target } from './store.ts'

export interface Tool {
  readonly icon: IconName
  readonly label: string
  readonly run: () => unknown
}

interface Props {
  target: Target
  field: RefObject<HTMLTextAreaElement | null>
  /** What a phone has no room for in its row of buttons. */
  row: readonly Tool[]
  onFormat: (format: Format) => void
}

const FORMATS: readonly (readonly [Format, icon: IconName])[] = [
  ['strike', 'strike'],
  ['numbered', 'list-num'],
  ['math', 'math'],
  ['spoiler', 'spoiler'],
]

/** What the row of buttons has no room for. */
export function MoreTools({ target, field, row, onFormat }: Props) {
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isChoosingSnippet, setChoosingSnippet] = useState(false)
  /** The buttons of the class `fmt` are not shown on a phone. */
  const isRowShort = () => getComputedStyle(button.current!.parentElement!.querySelector('.fmt')!).display === 'none'
  const type = (text: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? ''
    if (field.current) insertText(field.current, before === '' || /\s$/.test(before) ? text : ` ${text}`)
  }
  const call = { label: t('calls.start'), icon: 'video' as const, run: () => startCall(target) }
  const items = (): MenuItem[] => [
    ...(isRowShort() ? row.map((tool) => ({ ...tool, movesFocus: true })) : []),
    ...FORMATS.map(([format, icon]) => ({
      label: t(`composer.${format}`),
      icon,
      run: () => onFormat(format),
      movesFocus: true,
      ...(format === 'strike' && { keys: 'Ctrl Shift X' }),
    })),
    // The suggestions for what is typed come by themselves.
    { label: t('composer.mention'), icon: 'at', run: () => type('@'), movesFocus: true, startsGroup: true },
    { label: t('composer.time'), icon: 'clock', run: () => type('<time:'), movesFocus: true },
    ...(isRowShort()
      ? [
          { label: t('composer.snippets'), icon: 'snippet' as const, run: () => setChoosingSnippet(true) },
          ...(callProvider.value === null ? [] : [call]),
        ]
      : []),
  ]
  return (
    <>
      {callProvider.value !== null && (
        <IconButton icon={call.icon} class="fmt" label={call.label} onClick={() => void call.run()} />
      )}
      <span ref={button}>
        <IconButton
          icon="dots"
          label={t('composer.more')}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      {isOpen && button.current && (
        <Menu
          name={t('composer.more')}
          anchor={button.current}
          placement="top-start"
          items={items()}
          onClose={() => setOpen(false)}
        />
      )}
      {isChoosingSnippet && button.current && (
        <Snippets anchor={button.current} field={field} onClose={() => setChoosingSnippet(false)} />
      )}
    </>
  )
}
