import type { Placement } from '@floating-ui/dom'
import { navigate } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { activityOf, avatarOf, isMutedPerson, nameOf, ownId, person } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { localTime } from './local-time.ts'
import { mutePerson } from './mute-person.ts'
import { statusLine } from './status-line.ts'

const ROLES = { 100: 'owner', 200: 'admin', 300: 'moderator', 400: 'member', 600: 'guest' } as const

interface Props {
  id: number
  anchor: Element
  onClose: () => void
  placement?: Placement
}

function roleOf(id: number): string {
  const one = person(id)
  if (one?.is_bot) return t('people.bot')
  const role = ROLES[(one?.role ?? 400) as keyof typeof ROLES] ?? 'member'
  return t(`role.${role}`)
}

/** A person at a glance. */
export function PeopleCard({ id, anchor, onClose, placement = 'left-start' }: Props) {
  const name = nameOf(id) ?? t('person.unknown')
  const [time, status] = [localTime(id), statusLine(id)]
  const isMuted = isMutedPerson(id)
  const write = () => {
    onClose()
    navigate({ view: 'direct', ids: [id] })
  }
  return (
    <Popover
      anchor={anchor}
      placement={placement}
      onClose={onClose}
      class="person-card"
      role="dialog"
      aria-label={name}
    >
      <div class="person-head">
        <Avatar name={name} src={avatarOf(id)} size={64} seed={id} activity={activityOf(id)} />
        <div class="grow">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <div class="mut">{roleOf(id)}</div>
        </div>
        <IconButton icon="x" label={t('close')} small onClick={onClose} />
      </div>
      {status && <p class="person-status">{status}</p>}
      {time && (
        <p class="person-line">
          <Icon name="clock" size="s" class="mut" />
          {t('people.localTime', { time })}
        </p>
      )}
      <div class="person-acts">
        <button type="button" class="btn primary" data-focus onClick={write}>
          <Icon name="mail" size="s" />
          {t('people.write')}
        </button>
        {id !== ownId() && !person(id)?.is_bot && (
          <button type="button" class="btn" onClick={() => mutePerson(id, !isMuted)}>
            {isMuted ? t('people.unmute') : t('people.mute')}
          </button>
        )}
      </div>
    </Popover>
  )
}
