import type { ComponentChildren, ComponentType } from 'preact'
import { WriteHere } from '../composer/WriteHere.tsx'
import { address } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { stretch } from '../messages/store.ts'
import { Connection } from '../ui/Connection.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { JoinBar } from './header/JoinBar.tsx'
import { ResolvedBar } from './header/ResolvedBar.tsx'
import { MessageList } from './MessageList.tsx'
import type { Listing } from './narrow-of.ts'
import { openAgain } from './open-place.ts'
import type { RowProps } from './Row.tsx'
import { sendingsOf } from './rows.ts'
import { opened } from './store.ts'

/** The channel that is open, as a whole or with one of its topics. */
const openChannel = () => ('channelId' in address.value ? address.value.channelId : undefined)

interface Props {
  listing: Listing
  /** Instead of the usual one. */
  header?: ComponentChildren
  /** Above the messages. */
  notice?: ComponentChildren
  /** How a message is shown, where it is more than the message itself. */
  RowView?: ComponentType<RowProps>
}

/** A list of messages with its header: a conversation, a channel, or a view. */
export function Conversation({ listing, header, notice, RowView }: Props) {
  const { status } = opened.value
  const known = stretch(listing.narrow).value
  if (status === 'hidden') return <Notice kind="noAccess" />
  const isEmpty = status === 'ready' && known?.ids.length === 0 && sendingsOf(listing.place).length === 0
  return (
    <section class="pane">
      {header ?? <ConversationHeader listing={listing} />}
      <Connection />
      {notice}
      {status === 'failed' && (
        <div class="banner">
          <span class="grow">{t('conversation.failed')}</span>
          <button type="button" class="btn sm" onClick={openAgain}>
            {t('retry')}
          </button>
        </div>
      )}
      {isEmpty ? (
        <h2 class="empty">{t('conversation.empty')}</h2>
      ) : (
        <MessageList listing={listing} {...(RowView && { RowView })} />
      )}
      <WriteHere place={listing.place} channelId={openChannel()}>
        <JoinBar />
        <ResolvedBar listing={listing} />
      </WriteHere>
    </section>
  )
}
