import { registerClientDevice, removeClientDevice } from '../../api/endpoints/devices.ts'
import { createDrafts, deleteDraft, editDraft } from '../../api/endpoints/drafts.ts'
import { deleteMessage, sendMessage, updateMessage } from '../../api/endpoints/messages.ts'
import { addNavigationView, editNavigationView, removeNavigationView } from '../../api/endpoints/navigation-views.ts'
import { createMessageReminder, deleteReminder } from '../../api/endpoints/reminders.ts'
import { createSavedSnippet, deleteSavedSnippet, editSavedSnippet } from '../../api/endpoints/saved-snippets.ts'
import {
  createScheduledMessage,
  deleteScheduledMessage,
  updateScheduledMessage,
} from '../../api/endpoints/scheduled-messages.ts'
import { getAttachments, removeAttachment, uploadFile } from '../../api/endpoints/uploads.ts'
import { getOwnUser } from '../../api/endpoints/users.ts'
import type { Draft } from '../../api/objects/personal.ts'
import type { Client } from '../../client/client.ts'
import { CHANNEL } from './place.ts'

const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3_600
const say = (by: Client, content: string, topic = 'files') =>
  by.call(sendMessage, { type: 'channel', to: CHANNEL, topic, content })

/** Most of what is made is removed again, because each kind is limited in number. */
const isKept = (n: number): boolean => n % 8 === 0

/** Changes of what people keep for themselves, and of their own messages and files. */
export const personalChanges: readonly ((by: Client, n: number) => Promise<unknown>)[] = [
  async (by, n) => {
    const draft: Draft = { type: '', to: [], topic: '', content: `draft ${n}` }
    const { ids } = await by.call(createDrafts, { drafts: [draft] })
    await by.call(editDraft, { draft_id: ids[0]!, draft: { ...draft, content: `edited ${n}` } })
    if (!isKept(n)) await by.call(deleteDraft, { draft_id: ids[0]! })
  },
  async (by, n) => {
    const { saved_snippet_id } = await by.call(createSavedSnippet, { title: `title ${n}`, content: 'x' })
    await by.call(editSavedSnippet, { saved_snippet_id, content: `edited ${n}` })
    if (!isKept(n)) await by.call(deleteSavedSnippet, { saved_snippet_id })
  },
  async (by, n) => {
    const { device_id } = await by.call(registerClientDevice, {})
    if (!isKept(n)) await by.call(removeClientDevice, { device_id })
  },
  async (by, n) => {
    const fragment = `narrow/topic/storm-${n}`
    await by.call(addNavigationView, { fragment, is_pinned: false, name: `view ${n}` })
    await by.call(editNavigationView, { fragment, is_pinned: true })
    if (!isKept(n)) await by.call(removeNavigationView, { fragment })
  },
  async (by, n) => {
    const { user_id } = await by.call(getOwnUser, {})
    const { scheduled_message_id } = await by.call(createScheduledMessage, {
      type: 'direct',
      to: [user_id],
      content: `later ${n}`,
      scheduled_delivery_timestamp: inAnHour(),
    })
    await by.call(updateScheduledMessage, { scheduled_message_id, content: `edited ${n}` })
    if (!isKept(n)) await by.call(deleteScheduledMessage, { scheduled_message_id })
  },
  async (by, n) => {
    const { id: message_id } = await say(by, `remember ${n}`)
    const time = { scheduled_delivery_timestamp: inAnHour() }
    const { reminder_id } = await by.call(createMessageReminder, { message_id, ...time })
    if (!isKept(n)) await by.call(deleteReminder, { reminder_id })
  },
  async (by, n) => {
    const filename = { filename: `${n}.txt`, type: 'text/plain', bytes: Buffer.from(`file ${n}`) }
    const { url } = await by.call(uploadFile, { filename })
    const { id: message_id } = await say(by, `[file](${url})`)
    await by.call(updateMessage, { message_id, content: `without a file ${n}` })
    await by.call(updateMessage, { message_id, topic: `moved ${n % 5}` })
    const { attachments } = await by.call(getAttachments, {})
    const own = attachments.find(({ path_id }) => url.endsWith(path_id))
    if (own && n % 2 === 0) await by.call(removeAttachment, { attachment_id: own.id })
    if (n % 3 === 0) await by.call(deleteMessage, { message_id })
  },
]
