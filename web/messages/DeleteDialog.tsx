import { useState } from 'preact/hooks'
import type { FetchedMessage } from '../../api/objects/message.ts'
import { announce } from '../kernel/announce.ts'
import { t } from '../kernel/texts.ts'
import { nameOf } from '../people/store.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Html } from '../ui/Html.tsx'
import { deleteMessage } from './delete-message.ts'

/** The message that takes the focus after the deletion. */
function neighbourOf(id: number): HTMLElement | null {
  const article = document.querySelector(`article[data-message-id="${id}"]`)
  return (article?.nextElementSibling ?? article?.previousElementSibling ?? null) as HTMLElement | null
}

/** Shows what is deleted, and asks. */
export function DeleteDialog({ message, onClose }: { message: FetchedMessage; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = async () => {
    setBusy(true)
    const neighbour = neighbourOf(message.id)
    const reason = await deleteMessage(message.id)
    setBusy(false)
    setRefusal(reason)
    if (reason !== null) return
    announce(t('delete.done'))
    onClose()
    // After the dialog has given the focus back to what is gone.
    setTimeout(() => neighbour?.focus())
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
          <button type="button" class="btn danger" disabled={isBusy} onClick={remove}>
            {t('delete.title')}
          </button>
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
      {refusal !== null && (
        <div class="fail" role="alert">
          {refusal}
        </div>
      )}
    </Dialog>
  )
}
