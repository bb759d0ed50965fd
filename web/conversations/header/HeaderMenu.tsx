import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { offerPlaceItems } from './place-items.ts'

/** The button `More` of a header. */
export function HeaderMenu({ items }: { items: () => readonly MenuItem[] }) {
  const [button, setButton] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const latest = useRef(items)
  latest.current = items
  useEffect(() => offerPlaceItems(() => latest.current()), [])
  return (
    <>
      <IconButton
        ref={setButton}
        icon="dots-v"
        label={t('more')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && button && <Menu name={t('more')} anchor={button} items={items()} onClose={() => setOpen(false)} />}
    </>
  )
}
