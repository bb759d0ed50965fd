import { useEffect, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { channel } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { Html } from '../../ui/Html.tsx'
import { echoOf } from '../echo.ts'
import { fetchRendered } from './forward-message.ts'

interface Props {
  message: FetchedMessage
  note: string
  /** Null while the words are fetched. */
  quote: string | null
  channelId: number
}

/** The text that people will see. */
export function ForwardPreview({ message, note, quote, channelId }: Props) {
  const [rendered, setRendered] = useState(message.content)
  useEffect(() => {
    // Without an answer the words themselves are shown.
    if (quote !== null) fetchRendered(quote).then(setRendered, () => undefined)
  }, [quote])
  const people = channel(channelId)?.subscriber_count
  return (
    <section class="card mv fwd" aria-label={t('forward.preview')}>
      <div class="row mv-h">
        <span class="grow">{t('forward.preview')}</span>
        {people !== undefined && <span class="num">{t('channel.people', { count: Math.round(people) })}</span>}
      </div>
      <div class="fwd-text">
        {note.trim() !== '' && <Html class="body" html={echoOf(note.trim())} />}
        <Html class="body" html={rendered} />
      </div>
    </section>
  )
}
