import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { plainStart } from '../plain-start.ts'
import { titleOf, widgetOf } from '../widgets/widget-of.ts'
import { isHidden } from './muted.ts'

/** How a message begins, for its accessible name. */
export function firstWords(message: FetchedMessage): string {
  if (isHidden(message)) return t('message.mutedSender')
  const widget = widgetOf(message)
  const start = plainStart(message.content)
  return (widget && titleOf(widget)) || (message.is_me_message ? start.replace('/me ', '') : start)
}
