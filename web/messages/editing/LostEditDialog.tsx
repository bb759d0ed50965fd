import { useLayoutEffect } from 'preact/hooks'
import { placeOf } from '../../../client/model/place.ts'
import { channelName, shownTopic } from '../../channels/store.ts'
import { showToast } from '../../kernel/announce.ts'
import { navigate } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { ownId } from '../../people/store.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { copyWords } from '../copy-message.ts'
import { closeLayer } from '../layer.ts'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { askToKeep } from '../reply.ts'
import { cancelEdit, editing, setEditText } from './edit-message.ts'

/** The message that was being edited is no longer where it was. The text is kept here. */
export function LostEditDialog({ message, isGone, onClose }: MessageDialogProps) {
  const now = editing.value
  useLayoutEffect(() => {
    if (!now) closeLayer()
  }, [now === null])
  if (!now) return null
  const { stream_id: channelId, subject: topic, id } = message
  const place = `${channelName(channelId ?? 0) ?? ''} › ${shownTopic(topic)}`
  const drop = () => {
    cancelEdit()
    onClose()
  }
  const keep = () => {
    askToKeep(placeOf(message, ownId()), now.text)
    showToast(t('edit.inComposer'))
    drop()
  }
  const follow = () => {
    onClose()
    if (channelId !== undefined) navigate({ view: 'topic', channelId, topic, near: id })
  }
  return (
    <Dialog
      title={t('edit.name')}
      onClose={isGone ? keep : onClose}
      footer={
        <>
          <button type="button" class="btn" onClick={drop}>
            {t('sending.discard')}
          </button>
          <button type="button" class={isGone ? 'btn primary' : 'btn'} onClick={() => copyWords(now.text)}>
            {t('edit.copyText')}
          </button>
          {!isGone && (
            <button type="button" class="btn primary" onClick={follow}>
              {t('edit.goOn')}
            </button>
          )}
        </>
      }
    >
      <div class="banner boxed" role="alert">
        <Icon name="warn" />
        <span class="grow">
          {isGone ? t('message.gone') : t('message.movedAway', { place })} {t('edit.textKept')}
        </span>
      </div>
      <textarea
        class="in lost-text"
        aria-label={t('edit.lostText')}
        data-focus
        dir="auto"
        rows={5}
        value={now.text}
        onInput={({ currentTarget }) => setEditText(currentTarget.value)}
      />
    </Dialog>
  )
}
