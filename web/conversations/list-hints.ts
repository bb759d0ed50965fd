import { t } from '../kernel/texts.ts'
import type { KeyHint } from '../ui/KeyHints.tsx'

/** The keys of the lists of conversations. */
export const listHints = (): readonly KeyHint[] => [
  { keys: ['J', 'K'], text: t('list.move') },
  { keys: ['Enter'], text: t('list.open') },
  { keys: ['E'], text: t('list.mark') },
  { keys: ['Shift', 'M'], text: t('list.mute') },
  { keys: ['F'], text: t('list.follow'), isRare: true },
  { keys: ['Ctrl', 'Z'], text: t('list.undo'), isRare: true },
]
