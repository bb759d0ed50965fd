import { isResolved } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { countOf } from '../../messages/counts.ts'
import { markPlaceRead } from '../../messages/mark-place-read.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { setPeopleShown } from '../people/people-pane.ts'
import { copyPlace } from './copy-place.ts'
import type { TopicVerbs } from './topic-verbs.ts'

/** A phone has no room for the button. */
const phone = matchMedia('(max-width: 640px)')

/** What can be done with a topic. */
export function topicItems(channelId: number, topic: string, verbs: TopicVerbs): MenuItem[] {
  const place = { kind: 'channel', streamId: channelId, topic } as const
  const { resolve, follow, mute, move, isFollowed, isQuiet } = verbs
  const items: (MenuItem | false | undefined)[] = [
    resolve && {
      label: t(isResolved(topic) ? 'topic.reopen' : 'topic.resolve'),
      icon: 'check-circle',
      keys: 'Shift D',
      run: resolve,
    },
    { label: t(isFollowed ? 'topic.unfollow' : 'topic.follow'), icon: 'follow', keys: 'F', run: follow },
    {
      label: t(isQuiet ? 'topic.unmute' : 'topic.mute'),
      icon: isQuiet ? 'bell' : 'bell-off',
      keys: 'Shift M',
      run: mute,
    },
    phone.matches && { label: t('people.name'), icon: 'users', run: () => setPeopleShown(true) },
    move && { label: t('action.move'), icon: 'move', keys: 'Shift E', run: move, startsGroup: true },
    countOf(place).unread > 0 && { label: t('inbox.mark'), icon: 'eye-read', run: () => markPlaceRead(place) },
    { label: t('action.copyLink'), icon: 'link', run: copyPlace },
  ]
  return items.filter((item) => item !== false && item !== undefined)
}
