import { useId, useMemo, useState } from 'preact/hooks'
import { channel, channelName, ownChannels } from '../../channels/store.ts'
import { topicsOf } from '../../channels/topics.ts'
import { newKey } from '../../kernel/outbox.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { fetchSource } from '../fetch-source.ts'
import { Gone } from '../layers/Gone.tsx'
import type { MessageDialogProps } from '../layers/message-dialog.ts'
import { useFetched } from '../layers/use-fetched.ts'
import { ChannelChoice } from '../moving/ChannelChoice.tsx'
import { useExisting } from '../moving/use-target.ts'
import { mayPost } from '../permissions.ts'
import { ForwardPreview } from './ForwardPreview.tsx'
import { forwardMessage } from './forward-message.ts'
import { quoteText } from './quote-text.ts'
import { whoCannotOpen } from './who-cannot-open.ts'

const MAX_TOPICS = 50

/** Sends the words of a message to another topic, with a note. */
export function ForwardDialog({ message, isGone, onClose }: MessageDialogProps) {
  const topics = useId()
  const [channelId, setChannel] = useState(() => firstChannel(message.stream_id))
  const [topic, setTopic] = useState('')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const fetched = useFetched(async () => quoteText(message, await fetchSource(message.id)), [])
  const quote = fetched.value
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
    <FormDialog
      title={t('forward.title')}
      size="wide"
      onClose={onClose}
      hint={t('forward.hint')}
      action={
        <>
          <Icon name="forward" size="s" />
          {t('forward.do', { channel: channelName(channelId) ?? '' })}
        </>
      }
      isOff={isBusy || isGone || quote === null}
      onSubmit={forward}
    >
      {isGone && <Gone />}
      <div class="two nar">
        <ChannelChoice value={channelId} home={channel(channelId)} onChoose={setChannel} />
        <label class="fld">
          <span class="lbl">{t('composer.topic')}</span>
          <input
            class="in"
            dir="auto"
            list={topics}
            maxLength={state.value?.max_topic_length}
            data-focus
            value={topic}
            onInput={({ currentTarget }) => setTopic(currentTarget.value)}
          />
          {existing?.count != null && <span class="help-t">{t('forward.exists', { count: existing.count })}</span>}
        </label>
      </div>
      <datalist id={topics}>
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
      {!isGone && <Refusal reason={fetched.refusal} onRetry={fetched.retry} />}
      <Refusal reason={refusal} />
    </FormDialog>
  )
}

/** That of the message, or any that one may write to. */
const firstChannel = (home: number | undefined): number =>
  home !== undefined && mayPost(channel(home)) ? home : (ownChannels.value.find(mayPost)?.stream_id ?? -1)
