import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { onDemandDialog } from '../../ui/on-demand.tsx'
import { focusComposer } from '../focus-composer.ts'
import { checkWritten } from '../send-message.ts'
import type { Target } from '../store.ts'
import { sendWrittenLater } from './schedule-written.ts'

const TimeDialog = onDemandDialog(() => import('../../ui/dialog/TimeDialog.tsx'), 'TimeDialog')

/** Asks when a message is to be sent. */
export const SendLater = ({ target, onClose }: { target: Target; onClose: () => void }) => (
  <TimeDialog
    title={t('sendLater.title')}
    action={t('sendLater.action')}
    onChoose={(at) => sendWrittenLater(target, at)}
    onClose={onClose}
  />
)

/** A text that cannot be sent now cannot be sent later either: the composer says why. */
export function useSendLater(target: Target) {
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    open: () => (checkWritten(target) ? setOpen(true) : focusComposer()),
    close: () => setOpen(false),
  }
}
