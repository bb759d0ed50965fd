import { useState } from 'preact/hooks'
import { announce } from '../../kernel/announce.ts'
import { t } from '../../kernel/texts.ts'
import { nameOf } from '../../people/store.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Html } from '../../ui/Html.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { deleteMessage } from './delete-message.ts'
import { focusNeighbour } from './focus-neighbour.ts'
import { Gone } from './Gone.tsx'
import type { MessageDialogProps } from './message-dialog.ts'

/** Shows what is deleted, and asks. */
export function DeleteDialog({ message, isGone, onClose }: MessageDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = async () => {
    setBusy(true)
    const focus = focusNeighbour(message.id)
    const reason = await deleteMessage(message.id)
    setBusy(false)
    setRefusal(reason)
    if (reason !== null) return
    announce(t('delete.done'))
    onClose()
    focus()
  }
  return (
    <Dialog
      title={t('delete.title')}
      size="narrow"
      onClose={onClose}
      footer={
        <>
          <button type="button" class="btn" data-focus onClick={onClose}>
            {t('cancel')}
          </button>
          <ActionButton class="btn danger" isOff={isBusy || isGone} onClick={remove}>
            {t('delete.title')}
          </ActionButton>
        </>
      }
    >
      <p>{t('delete.text')}</p>
      <div class="card pad delete-preview">
        <b>
          <bdi>{nameOf(message.sender_id) ?? message.sender_full_name}</bdi>
        </b>
        <Html class="body" html={message.content} />
      </div>
      {isGone && !isBusy && <Gone />}
      {!isGone && <Refusal reason={refusal} />}
    </Dialog>
  )
}
