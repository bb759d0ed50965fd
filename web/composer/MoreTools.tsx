import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { IconName } from '../ui/icon-drawing.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { callProvider } from './calls/provider.ts'
import { startCall } from './calls/start-call.ts'
import { type Format, insertText } from './format-text.ts'
import type { Target } from './store.ts'

interface Props {
  target: Target
  field: RefObject<HTMLTextAreaElement | null>
  onFormat: (format: Format) => void
}

const FORMATS: readonly (readonly [Format, icon: IconName])[] = [
  ['strike', 'strike'],
  ['numbered', 'list-num'],
  ['math', 'math'],
  ['spoiler', 'spoiler'],
]

/** What the row of buttons has no room for. */
export function MoreTools({ target, field, onFormat }: Props) {
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const type = (text: string) => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? ''
    if (field.current) insertText(field.current, before === '' || /\s$/.test(before) ? text : ` ${text}`)
  }
  const items: MenuItem[] = [
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
  ]
  return (
    <>
      {callProvider.value !== null && (
        <IconButton icon="video" label={t('calls.start')} onClick={() => void startCall(target)} />
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
          items={items}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
