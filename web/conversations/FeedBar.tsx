import type { FetchedMessage } from '../../api/objects/message.ts'
import { POLICY } from '../../client/model/indexed.ts'
import { placeOf } from '../../client/model/place.ts'
import { channel, isResolved, topicPolicy } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { mayResolve } from '../messages/permissions.ts'
import { ownId } from '../people/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toggleResolved } from './header/change-topic.ts'
import { PlaceMenu } from './header/PlaceMenu.tsx'
import { PlaceBar } from './PlaceBar.tsx'

/** Says in a list of several conversations which one goes on. */
export function FeedBar({ message, isSelected }: { message: FetchedMessage; isSelected: boolean }) {
  const { id, stream_id: channelId, subject: topic } = message
  const isFollowed = channelId !== undefined && topicPolicy(channelId, topic) === POLICY.followed
  // A topic without a name cannot be resolved.
  const canResolve = channelId !== undefined && topic !== '' && mayResolve(channel(channelId))
  return (
    <PlaceBar message={message} isSelected={isSelected}>
      {isFollowed && (
        <span class="badge acc">
          <Icon name="follow" size="xs" />
          {t('topic.following')}
        </span>
      )}
      <span class="grow" />
      {canResolve && (
        <IconButton
          icon="check-circle"
          small
          tabIndex={isSelected ? 0 : -1}
          label={t(isResolved(topic) ? 'topic.reopen' : 'topic.resolve')}
          onClick={() => toggleResolved(id, topic)}
        />
      )}
      <PlaceMenu place={placeOf(message, ownId())} tabIndex={isSelected ? 0 : -1} />
    </PlaceBar>
  )
}
