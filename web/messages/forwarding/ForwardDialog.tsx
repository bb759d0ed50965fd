import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { channel, channelName, ownChannels } from '../../channels/store.ts'
import { topicsOf } from '../../channels/topics.ts'
import { newKey } from '../../kernel/outbox.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { fetchSource } from '../fetch-source.ts'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { ChannelChoice } from '../moving/ChannelChoice.tsx'
import { useExisting } from '../moving/use-target.ts'
import { mayPost } from '../permissions.ts'
import { reasonOf } from '../show-failure.ts'
import { ForwardPreview } from './ForwardPreview.tsx'
import { forwardMessage } from './forward-message.ts'
import { quoteText } from './quote-text.ts'
import { whoCannotOpen } from './who-cannot-open.ts'

const MAX_TOPICS = 50

/** Sends the words of a message to another topic, with a note. */
export function ForwardDialog({ message, isGone, onClose }: MessageDialogProps) {
  const form = useId()
  const [channelId, setChannel] = useState(() => firstChannel(message.stream_id))
  const [topic, setTopic] = useState('')
  const [note, setNote] = useState('')
  const [quote, setQuote] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    fetchSource(message.id).then(
      (source) => setQuote(quoteText(message, source)),
      (error) => setRefusal(reasonOf(error)),
    )
  }, [])
  const content = [note.trim(), quote].filter(Boolean).join('\n\n')
  // Another text or another place is another message.
  const key = useMemo(newKey, [channelId, topic, content])
  const existing = useExisting({ channelId, topic })
  const warning = whoCannotOpen(message, channelId)
  const forward = async () => {
    if (isBusy || isGone || quote === null) return
    setBusy(true)
    const reason = await forwardMessage({ channelId, topic: existing?.topic ?? topic.trim(), content, key })
    setBusy(false)
    setRefusal(reason)
    if (reason === null) onClose()
  }
  return (
    <Dialog
      title={t('forward.title')}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <span class="grow hint">{t('forward.hint')}</span>
          <button type="button" class="btn" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" form={form} class="btn primary" disabled={isBusy || isGone || quote === null}>
            <Icon name="forward" size="s" />
            {t('forward.do', { channel: channelName(channelId) ?? '' })}
          </button>
        </>
      }
    >
      <form
        id={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void forward()
        }}
      >
        {isGone && <Gone />}
        <div class="two nar">
          <ChannelChoice value={channelId} home={channel(channelId)} onChoose={setChannel} />
          <label class="fld">
            <span class="lbl">{t('composer.topic')}</span>
            <input
              class="in"
              dir="auto"
              list={`${form}-topics`}
              maxLength={state.value?.max_topic_length}
              data-focus
              value={topic}
              onInput={({ currentTarget }) => setTopic(currentTarget.value)}
            />
            {existing?.count != null && <span class="help-t">{t('forward.exists', { count: existing.count })}</span>}
          </label>
        </div>
        <datalist id={`${form}-topics`}>
          {topicsOf(channelId)
            .value?.slice(0, MAX_TOPICS)
            .map(({ name }) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <label class="fld">
          <span class="lbl">{t('forward.note')}</span>
          <textarea
            class="in"
            rows={1}
            dir="auto"
            placeholder={t('forward.noteHint')}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </label>
        <ForwardPreview message={message} note={note} quote={quote} channelId={channelId} />
        {warning !== undefined && (
          <div class="banner boxed">
            <Icon name="eye" />
            <span class="grow">
              <b>{warning}</b> {t('forward.onlyText')}
            </span>
          </div>
        )}
        {refusal !== null && (
          <div class="fail" role="alert">
            <Icon name="warn" size="s" />
            <span>{refusal}</span>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** That of the message, or any that one may write to. */
const firstChannel = (home: number | undefined): number =>
  home !== undefined && mayPost(channel(home)) ? home : (ownChannels.value.find(mayPost)?.stream_id ?? -1)
