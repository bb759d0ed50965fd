import { useState } from 'preact/hooks'
import type { Place } from '../../../client/model/place.ts'
import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { countOf } from '../../messages/counts.ts'
import { markPlaceRead } from '../../messages/mark-place-read.ts'
import { ownId } from '../../people/store.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { addressOf } from '../narrow-of.ts'
import { placeTitle } from '../place-name.ts'
import { isFollowed, isQuiet, toggleFollowed, toggleQuiet } from '../topic-policy.ts'

async function copyLink(place: Place): Promise<void> {
  const isDone = await copyText(`${location.origin}/${hrefOf(addressOf(place, ownId()))}`)
  showToast(t(isDone ? 'copy.done' : 'copy.failed'))
}

/** What can be done with a conversation from a list. */
function itemsOf(place: Place, hasKeys: boolean): readonly MenuItem[] {
  const keys = (names: string) => (hasKeys ? { keys: names } : {})
  const ofTopic: readonly MenuItem[] =
    place.kind === 'direct'
      ? []
      : [
          {
            label: t(isFollowed(place) ? 'topic.unfollow' : 'topic.follow'),
            icon: 'follow',
            ...keys('F'),
            run: () => toggleFollowed(place),
          },
          {
            label: t(isQuiet(place) ? 'topic.unmute' : 'topic.mute'),
            icon: isQuiet(place) ? 'bell' : 'bell-off',
            ...keys('Shift M'),
            run: () => toggleQuiet(place),
          },
        ]
  return [
    ...(countOf(place).unread > 0
      ? [{ label: t('inbox.mark'), icon: 'eye-read' as const, ...keys('E'), run: () => markPlaceRead(place) }]
      : []),
    ...ofTopic,
    { label: t('action.copyLink'), icon: 'link', run: () => copyLink(place) },
  ]
}

interface Props {
  place: Place
  tabIndex: number
  /** The keys of the list do the same. */
  hasKeys?: boolean
  class?: string
}

export function PlaceMenu({ place, tabIndex, hasKeys = false, class: extra = '' }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const name = t('recent.actions', { place: placeTitle(place) })
  return (
    <>
      <IconButton
        ref={setAnchor}
        icon="dots"
        label={name}
        small
        class={extra}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && anchor && (
        <Menu name={name} anchor={anchor} items={itemsOf(place, hasKeys)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
