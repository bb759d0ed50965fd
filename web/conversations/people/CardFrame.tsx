import type { ComponentChildren } from 'preact'
import { t } from '../../kernel/texts.ts'
import { keepFocusInside } from '../../messages/emoji/grid-keys.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'

interface Props {
  name: string
  anchor: Element
  onClose: () => void
  picture: ComponentChildren
  mark?: ComponentChildren
  /** Below the name. */
  line: ComponentChildren
  children: ComponentChildren
}

/** The card of a person or a group, beside what opened it. */
export const CardFrame = ({ name, anchor, onClose, picture, mark, line, children }: Props) => (
  <Popover
    anchor={anchor}
    placement={anchor.closest('.people') ? 'left-start' : 'bottom-start'}
    onClose={onClose}
    class="person-card"
    role="dialog"
    aria-modal="true"
    aria-label={name}
    onKeyDown={(event) => {
      if (event.key === 'Tab') keepFocusInside(event)
      // What is typed here never acts on messages.
      else if (event.key !== 'Escape') event.stopPropagation()
    }}
  >
    <div class="person-head">
      {picture}
      <div class="grow">
        <h2>
          <bdi>{name}</bdi> {mark}
        </h2>
        <div class="mut">{line}</div>
      </div>
      <IconButton icon="x" label={t('close')} small onClick={onClose} />
    </div>
    {children}
  </Popover>
)
