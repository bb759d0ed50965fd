import { address } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { counts } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'
import { ChannelHead } from './header/ChannelHead.tsx'
import { DirectHead } from './header/DirectHead.tsx'
import { MentionsHead } from './header/MentionsHead.tsx'
import { TopicHead } from './header/TopicHead.tsx'
import { markHereRead } from './mark-here-read.ts'
import type { Listing } from './narrow-of.ts'
import { titleOf } from './title-of.ts'

/** What is open: a topic, direct messages, a channel, or a view. */
export function ConversationHeader({ listing }: { listing: Listing }) {
  const { place, narrow } = listing
  const [first] = narrow
  if (place?.kind === 'channel') return <TopicHead listing={listing} channelId={place.streamId} topic={place.topic} />
  if (place) return <DirectHead place={place} title={titleOf(listing)} />
  if (first?.operator === 'channel' && typeof first.operand === 'number')
    return <ChannelHead channelId={first.operand} />
  if (address.value.view === 'mentions' || address.value.view === 'reactions')
    return <MentionsHead view={address.value.view} />
  return (
    <header class="head nob">
      <div class="grow">
        <h1 class="clip">{titleOf(listing)}</h1>
        {address.value.view === 'feed' && (
          <div class="where">
            <span class="clip about">{t('feed.text')}</span>
          </div>
        )}
      </div>
      {address.value.view === 'feed' && counts.value.all.unread > 0 && (
        <button type="button" class="btn sm ghost hide-phone" onClick={markHereRead}>
          <Icon name="check2" size="s" />
          {t('inbox.markAll')}
        </button>
      )}
    </header>
  )
}
