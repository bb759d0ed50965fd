import { BackButton } from './header/BackButton.tsx'
import { ChannelHead } from './header/ChannelHead.tsx'
import { DirectHead } from './header/DirectHead.tsx'
import { TopicHead } from './header/TopicHead.tsx'
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
  return (
    <header class="head">
      <BackButton to="inbox" />
      <div class="grow">
        <h1 class="clip">{titleOf(listing)}</h1>
      </div>
    </header>
  )
}
