import { MoreMenu } from '../conversations/header/MoreMenu.tsx'
import type { MenuItem } from '../ui/Menu.tsx'

/** A phone has no room for all buttons in one line. */
const phone = matchMedia('(max-width: 640px)')

/** Buttons for what is done less often, or a menu of it. */
export const MoreActions = ({ items }: { items: readonly MenuItem[] }) =>
  phone.matches ? (
    <MoreMenu items={() => items} icon="dots" />
  ) : (
    items.map(({ label, run }) => (
      <button key={label} type="button" class="btn sm ghost" onClick={() => run?.()}>
        {label}
      </button>
    ))
  )
