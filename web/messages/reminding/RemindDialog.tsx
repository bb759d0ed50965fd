import { t } from '../../kernel/texts.ts'
import { TimeDialog } from '../../ui/dialog/TimeDialog.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { remind } from './remind.ts'

/** Asks when to be reminded of a message. */
export const RemindDialog = ({ message, onClose }: MessageDialogProps) => (
  <TimeDialog
    title={t('remind.title')}
    action={t('remind.do')}
    onChoose={(at) => remind(message.id, at)}
    onClose={onClose}
  />
)
