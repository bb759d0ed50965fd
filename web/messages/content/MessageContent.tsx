import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { WidgetView } from '../widgets/WidgetView.tsx'
import { widgetOf } from '../widgets/widget-of.ts'
import { FoldedHtml } from './FoldedHtml.tsx'
import { isHidden, revealMessage } from './muted.ts'

interface Props {
  message: FetchedMessage
  /** Its content, with the words that were searched for. */
  html: string
}

/** What a message says: a widget, its text, or that its author is muted. */
export function MessageContent({ message, html }: Props) {
  if (isHidden(message))
    return (
      <div class="body mut muted-fold">
        {t('message.mutedSender')}
        <button type="button" class="btn sm" onClick={() => revealMessage(message.id)}>
          {t('message.showMuted')}
        </button>
      </div>
    )
  if (widgetOf(message)) return <WidgetView message={message} />
  return <FoldedHtml id={message.id} html={message.is_me_message ? html.replace('<p>/me ', '<p>') : html} />
}
