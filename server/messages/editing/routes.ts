import { updateMessage } from '../../../api/endpoints/messages.ts'
import { route } from '../../kernel/http/route.ts'
import { previewsLinks } from '../../kernel/rendering/link-previews.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { checkEditedContent } from './check-edit.ts'
import { editMessage } from './edit-message.ts'
import { editing } from './editing.ts'

export const editingRoutes = {
  updateMessage: route(updateMessage, async (call) => {
    const { ctx, actor, params } = call
    const text = params.content === undefined ? undefined : checkEditedContent(params.content)
    const site = ctx.siteOf(actor.realm)
    const rendering = text === undefined ? undefined : await renderContent(call, actor, site, text)
    const content = text !== undefined &&
      rendering && { text, rendering, previewsLinks: previewsLinks(actor, site, rendering) }
    const edit = {
      content: content || undefined,
      topic: params.topic,
      channelId: params.stream_id,
      mode: params.propagate_mode,
      contentSha256: params.prev_content_sha256,
      notifyOldTopic: params.send_notification_to_old_thread,
      notifyNewTopic: params.send_notification_to_new_thread,
      expectedLastId: params.expected_last_message_id,
      expectedCount: params.expected_message_count,
    }
    const rewriting = editing(actor.realm, params.message_id, edit)
    return {
      detached_uploads: await call.transact(
        (tx, prepared) => editMessage(tx, params.message_id, edit, prepared),
        rewriting,
      ),
    }
  }),
}
