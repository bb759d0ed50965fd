import { t } from '../kernel/texts.ts'
import { Icon } from '../ui/Icon.tsx'

/** Opens the palette, for who does not know its key. */
export const JumpButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" class="jump" aria-haspopup="dialog" onClick={onClick}>
    <Icon name="search" size="s" />
    <span class="grow clip">{t('palette.open')}</span>
    <span class="keys" aria-hidden="true">
      <kbd>Ctrl</kbd>
      <kbd>K</kbd>
    </span>
  </button>
)
