import type { FetchedMessage } from '../../api/objects/message.ts'
import { t } from '../kernel/texts.ts'
import type { MenuItem } from '../ui/Menu.tsx'
import { copyLink, copySource } from './copy-message.ts'
import { startEdit } from './editing/edit-message.ts'
import { openLayer } from './layer.ts'
import { mayDelete, mayEdit } from './permissions.ts'
import { quoteMessage } from './quote-message.ts'
import { askToReply } from './reply.ts'
import { isSaved, toggleSaved } from './save-message.ts'

/** What can be done with a message now. What is not allowed is absent. */
export function messageItems(message: FetchedMessage, onMarkUnread?: (id: number) => void): MenuItem[] {
  const { id } = message
  return [
    // The menu gives the focus back before the composer takes it.
    { label: t('action.reply'), icon: 'reply', keys: 'R', run: () => setTimeout(askToReply, 0, id) },
    { label: t('action.quote'), icon: 'quote', keys: '>', run: () => quoteMessage(id) },
    ...(mayEdit(message)
      ? [{ label: t('edit'), icon: 'pencil', keys: 'E', run: () => startEdit(id), startsGroup: true }]
      : []),
    ...(onMarkUnread
      ? [{ label: t('action.markUnread'), icon: 'unread', keys: 'Shift U', run: () => onMarkUnread(id) }]
      : []),
    {
      label: isSaved(id) ? t('action.unsave') : t('action.save'),
      icon: 'bookmark',
      keys: 'B',
      run: () => toggleSaved(id),
      startsGroup: true,
    },
    { label: t('action.copyLink'), icon: 'link', keys: 'L', run: () => copyLink(id) },
    { label: t('action.copySource'), icon: 'file', run: () => copySource(id) },
    ...(mayDelete(message)
      ? [
          {
            label: t('action.delete'),
            icon: 'trash',
            isDanger: true,
            run: () => openLayer('delete', id),
            startsGroup: true,
          },
        ]
      : []),
  ]
}
