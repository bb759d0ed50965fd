import type { Mentions } from '../../../markdown/rendering.ts'
import type { Actor } from '../../kernel/actor.ts'
import { after } from '../../kernel/base/after.ts'
import type { Db } from '../../kernel/db/database.ts'
import { topicKey } from '../../kernel/realm-state/topic-name.ts'
import { previewsLinks } from '../../kernel/rendering/link-previews.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { topicParticipants } from '../../kernel/rendering/topic-queries.ts'
import { checkContent } from '../../kernel/texts/message-text.ts'
import { checkForm } from '../widgets/check-form.ts'
import { readWidget } from '../widgets/read-widget.ts'
import { findDestination } from './find-destination.ts'
import { makeDraft } from './make-draft.ts'
import { readsOwnMessages } from './read-by-sender.ts'
import { localOf, sendKey } from './send-key.ts'
import type { Destination, Draft } from './send-message.ts'
import type { SendKey } from './send-plan.ts'
import type { SendRequest, SendResources } from './send-request.ts'

export interface PreparedSend {
  readonly destination: Destination
  readonly draft: Draft
}

/** Does everything that is possible before the lane. Nearly always synchronous, because memory has everything. */
export function prepareSend(
  actor: Actor,
  request: SendRequest,
  resources: SendResources,
): PreparedSend | Promise<PreparedSend> {
  const { call, site } = resources
  const content = checkContent(request.content)
  const widget = widgetOf(request, content)
  const rendered = renderContent(call, actor, site, content)
  return after(rendered, (rendering) => {
    const found = findDestination(actor, request.to, rendering.mentions, resources)
    return after(found, (destination) => {
      const key = keyOf(request, destination, request.form ? [content, widget] : [content])
      const participating = participantsOf(call, destination, rendering.mentions)
      return after(participating, (participants) => ({
        destination,
        draft: makeDraft(content, rendering, {
          participants,
          readBySender: request.readBySender ?? readsOwnMessages(actor.client),
          previewsLinks: previewsLinks(actor, site, rendering),
          local: localOf(request.marks),
          key,
          widget: widget === undefined ? undefined : { id: 0, content: widget },
        }),
      }))
    })
  })
}

function widgetOf({ form }: SendRequest, content: string): string | undefined {
  if (form === null) return undefined
  return form === undefined ? readWidget(content) : checkForm(form)
}

function keyOf({ marks }: SendRequest, destination: Destination, content: readonly unknown[]): SendKey | undefined {
  if (!marks) return undefined
  const to =
    'channel' in destination
      ? ['channel', destination.channel.id, topicKey(destination.topic)]
      : ['direct', destination.convId]
  return sendKey(marks, [...to, ...content])
}

const participantsOf = (
  call: { readonly db: Db },
  destination: Destination,
  { topicWildcard }: Mentions,
): readonly number[] | Promise<number[]> =>
  topicWildcard && 'channel' in destination ? topicParticipants(call.db, destination.channel.id, destination.topic) : []
