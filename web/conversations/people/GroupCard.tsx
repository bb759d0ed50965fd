import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { groupName, groups, membersOf } from '../../people/groups.ts'
import { showCard } from '../../people/open-card.ts'
import { activityOf, avatarOf, isActive, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CardFrame } from './CardFrame.tsx'

/** The number of members that are shown at first, and added with each press. */
const STEP = 50

interface Props {
  id: number
  anchor: Element
  onClose: () => void
}

/** A group: what it is for, and who is in it. */
export function GroupCard({ id, anchor, onClose }: Props) {
  const [shown, setShown] = useState(STEP)
  const group = groups.value.get(id)
  const name = group ? groupName(group.name) : t('group.unknown')
  const members = [...membersOf(id)].filter(isActive).sort((a, b) => (nameOf(a) ?? '').localeCompare(nameOf(b) ?? ''))
  return (
    <CardFrame
      name={name}
      anchor={anchor}
      onClose={onClose}
      picture={
        <span class="group-pic">
          <Icon name="users" />
        </span>
      }
      line={t('group.count', { count: members.length })}
    >
      {group?.description && <p class="person-about">{group.description}</p>}
      <ul class="group-members" aria-label={t('group.members')}>
        {members.slice(0, shown).map((one) => (
          <li key={one}>
            <button type="button" class="pp" onClick={() => showCard('person', one, anchor)}>
              <Avatar name={nameOf(one) ?? ''} src={avatarOf(one)} size={24} seed={one} activity={activityOf(one)} />
              <bdi class="clip nm">{nameOf(one)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {members.length > shown && (
        <button type="button" class="pp mut" onClick={() => setShown(shown + STEP)}>
          {t('nav.more', { count: members.length - shown })}
        </button>
      )}
    </CardFrame>
  )
}
