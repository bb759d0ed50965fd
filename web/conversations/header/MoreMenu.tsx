import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'

interface Props {
  items: () => readonly MenuItem[]
  icon?: 'dots' | 'dots-v'
}

/** A button `More` with a menu. */
export function MoreMenu({ items, icon = 'dots-v' }: Props) {
  const [button, setButton] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={setButton}
        icon={icon}
        label={t('more')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && button && <Menu name={t('more')} anchor={button} items={items()} onClose={() => setOpen(false)} />}
    </>
  )
}
