import type { FetchedMessage } from '../../api/objects/message.ts'
import { channel } from '../channels/store.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { copyLink, copySource } from './copy-message.ts'
import { startEdit } from './editing/edit-message.ts'
import { openLayer } from './layer.ts'
import { isOwn, mayDelete, mayEdit, mayMove, mayReport, mayStartTopic, whyNotEdit, whyNotMove } from './permissions.ts'
import { quoteMessage, startTopicFrom } from './quote-message.ts'
import { askToReply } from './reply.ts'
import { isSaved, toggleSaved } from './save-message.ts'

/** False where it is not allowed. */
type OptionalItem = MenuItem | false

const because = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason })

function answers(id: number): OptionalItem[] {
  return [
    { label: t('action.reply'), icon: 'reply', keys: 'R', run: () => askToReply(id), movesFocus: true },
    { label: t('action.quote'), icon: 'quote', keys: '>', run: () => quoteMessage(id) },
    { label: t('action.forward'), icon: 'forward', keys: '<', run: () => openLayer('forward', id) },
  ]
}

function changes(message: FetchedMessage, onMarkUnread: ((id: number) => void) | undefined): OptionalItem[] {
  const { id, stream_id } = message
  // What was possible until the time was over says so. What never was is not there.
  const isLate = isOwn(message) && message.submessages.length === 0 && whyNotEdit(message) === t('edit.tooLate')
  return [
    (mayEdit(message) || isLate) && {
      label: t('edit'),
      icon: 'pencil',
      keys: 'E',
      run: () => startEdit(id),
      ...because(whyNotEdit(message)),
    },
    mayMove(message) && {
      label: t('action.move'),
      icon: 'move',
      keys: 'M',
      run: () => openLayer('move', id),
      ...because(whyNotMove(message)),
    },
    stream_id !== undefined &&
      mayStartTopic(channel(stream_id)) && {
        label: t('action.startTopic'),
        icon: 'topic-plus',
        run: () => startTopicFrom(id),
      },
    onMarkUnread !== undefined && {
      label: t('action.markUnread'),
      icon: 'unread',
      keys: 'Shift U',
      run: () => onMarkUnread(id),
    },
  ]
}

function keeping(id: number): OptionalItem[] {
  return [
    {
      label: isSaved(id) ? t('action.unsave') : t('action.save'),
      icon: 'bookmark',
      keys: 'B',
      run: () => toggleSaved(id),
    },
    { label: t('action.remind'), icon: 'alarm', run: () => openLayer('remind', id) },
    { label: t('action.copyLink'), icon: 'link', keys: 'L', run: () => copyLink(id) },
    { label: t('action.copySource'), icon: 'file', run: () => copySource(id) },
  ]
}

function knowing({
  id,
  edit_history,
  last_edit_timestamp: edited,
  last_moved_timestamp: moved,
}: FetchedMessage): OptionalItem[] {
  const isChanged = edited !== undefined || moved !== undefined || (edit_history?.length ?? 0) > 0
  return [
    state.value?.realm_enable_read_receipts === true && {
      label: t('action.receipts'),
      icon: 'eye',
      keys: 'Shift V',
      run: () => openLayer('receipts', id),
    },
    state.value?.realm_message_edit_history_visibility_policy !== 'none' && {
      label: t('action.history'),
      icon: 'history',
      keys: 'Shift H',
      run: () => openLayer('history', id),
      ...because(isChanged ? undefined : t('history.unchanged')),
    },
    mayReport() && { label: t('action.report'), icon: 'flag', run: () => openLayer('report', id) },
  ]
}

/** What can be done with a message now. What is not allowed is absent, or says why. */
export function messageItems(message: FetchedMessage, onMarkUnread?: (id: number) => void): MenuItem[] {
  const { id } = message
  const remove = {
    label: t('action.delete'),
    icon: 'trash' as const,
    isDanger: true,
    run: () => openLayer('delete', id),
  }
  return [
    answers(id),
    changes(message, onMarkUnread),
    keeping(id),
    knowing(message),
    [mayDelete(message) && remove],
  ].flatMap((group, number) => {
    const items = group.filter((item) => item !== false)
    return items.map((item, index) => (number > 0 && index === 0 ? { ...item, startsGroup: true } : item))
  })
}
