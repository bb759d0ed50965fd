import { useRef, useState } from 'preact/hooks'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'

/** The name of the organization, with a menu of what concerns all of it and the account. */
export function OrganizationMenu({ items }: { items: () => readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = state.value?.realm_name ?? t('app.name')
  return (
    <>
      <button
        ref={button}
        type="button"
        class="row grow org-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <bdi class="org-name clip">{name}</bdi>
        <Icon name="chev-d" size="xs" class="mut" />
      </button>
      {isOpen && button.current && (
        <Menu
          name={name}
          anchor={button.current}
          placement="bottom-start"
          items={items()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
