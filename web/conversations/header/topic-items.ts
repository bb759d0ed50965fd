import { isMuted, POLICY } from '../../../client/model/indexed.ts'
import { isResolved } from '../../channels/store.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { countOf } from '../../messages/counts.ts'
import { markPlaceRead } from '../../messages/mark-place-read.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { setPeopleShown } from '../people/people-pane.ts'
import { setPolicy, unmutePolicy } from './change-topic.ts'
import { copyPlace } from './copy-place.ts'

/** What can be done with the topic that is open. */
export interface TopicVerbs {
  readonly isFollowed: boolean
  readonly follow: () => unknown
  /** Resolves it or opens it again. Absent if that is not allowed. */
  readonly resolve: (() => unknown) | undefined
}

/** A phone has no room for the buttons of the header. */
const phone = matchMedia('(max-width: 640px)')

/** What can be done with a topic, besides what the header shows as buttons. */
export function topicItems(channelId: number, topic: string, { resolve, follow, isFollowed }: TopicVerbs): MenuItem[] {
  const place = { kind: 'channel', streamId: channelId, topic } as const
  const isQuiet = state.value !== null && isMuted(state.value, channelId, topic)
  return [
    ...(phone.matches
      ? [
          ...(resolve
            ? [{ label: t(isResolved(topic) ? 'topic.reopen' : 'topic.resolve'), icon: 'check-circle', run: resolve }]
            : []),
          { label: t(isFollowed ? 'topic.unfollow' : 'topic.follow'), icon: 'follow', run: follow },
          { label: t('people.name'), icon: 'users', run: () => setPeopleShown(true) },
        ]
      : []),
    ...(countOf(place).unread > 0
      ? [{ label: t('inbox.mark'), icon: 'eye-read', run: () => markPlaceRead(place), startsGroup: phone.matches }]
      : []),
    isQuiet
      ? {
          label: t('topic.unmute'),
          icon: 'bell',
          run: () => setPolicy(channelId, topic, unmutePolicy(channelId)),
        }
      : { label: t('topic.mute'), icon: 'bell-off', run: () => setPolicy(channelId, topic, POLICY.muted) },
    { label: t('action.copyLink'), icon: 'link', run: copyPlace },
  ]
}
