import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

export const Snippets = onDemand(() => import('./Snippets.tsx'), 'Snippets')

/** Opens the texts that the person uses again. */
export function SnippetsButton({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const button = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <span ref={button}>
      <IconButton
        icon="snippet"
        class="fmt"
        label={t('composer.snippets')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && button.current && <Snippets anchor={button.current} field={field} onClose={() => setOpen(false)} />}
    </span>
  )
}
