import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { showCard } from '../../people/open-card.ts'
import { activityOf, avatarOf, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { useFetched } from '../layers/use-fetched.ts'
import { fetchReceipts } from './fetch-receipts.ts'

interface Props {
  message: FetchedMessage
  anchor: Element
  onClose: () => void
}

/** Who has read a message. */
export function ReadBy({ message, anchor, onClose }: Props) {
  const { value: receipts, refusal, retry } = useFetched(() => fetchReceipts(message), [message.id])
  // The button that the list stands beside goes away with the focus.
  const show = (id: number) => {
    onClose()
    showCard('person', id, anchor.closest('article') ?? anchor)
  }
  return (
    <Popover
      anchor={anchor}
      placement="top-end"
      onClose={onClose}
      class="read-by"
      role="dialog"
      aria-label={t('receipts.name')}
    >
      <header class="read-by-h">
        <h2>
          {receipts ? t('receipts.title', { read: receipts.readers.length, all: receipts.of }) : t('receipts.name')}
        </h2>
        <IconButton icon="x" label={t('close')} small data-focus onClick={onClose} />
      </header>
      <Refusal reason={refusal} onRetry={retry} />
      {receipts?.readers.length === 0 && <p class="read-by-none mut">{t('receipts.none')}</p>}
      <ul aria-label={t('receipts.name')} aria-busy={receipts === null && refusal === null}>
        {receipts?.readers.map((id) => (
          <li key={id}>
            <Reader id={id} onShow={show} />
          </li>
        ))}
      </ul>
      <div class="pop-f">
        <Icon name="eye" size="s" />
        <span>{t('receipts.hint')}</span>
      </div>
    </Popover>
  )
}

/** Somebody who has read it. A press opens their card. */
function Reader({ id, onShow }: { id: number; onShow: (id: number) => void }) {
  const name = nameOf(id) ?? t('person.unknown')
  return (
    <button type="button" class="pp" aria-haspopup="dialog" onClick={() => onShow(id)}>
      <Avatar name={name} src={avatarOf(id)} size={24} seed={id} activity={activityOf(id)} />
      <span class="nm clip">
        <bdi>{name}</bdi>
      </span>
    </button>
  )
}
