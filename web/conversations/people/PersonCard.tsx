import { hrefOf, navigate } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { showCard } from '../../people/open-card.ts'
import { PersonMark } from '../../people/PersonMark.tsx'
import { activityOf, avatarOf, isMutedPerson, nameOf, ownId, person } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { CardFrame } from './CardFrame.tsx'
import { mutePerson } from './mute-person.ts'
import { ProfileFields } from './ProfileFields.tsx'
import { roleOf } from './role-of.ts'
import { StatusText } from './StatusText.tsx'
import { askForStatus } from './status/status-dialog.ts'

interface Props {
  id: number
  anchor: Element
  onClose: () => void
}

/** A person at a glance. */
export function PersonCard({ id, anchor, onClose }: Props) {
  const one = person(id)
  const name = nameOf(id) ?? t('person.unknown')
  const isOwn = id === ownId()
  const owner = one?.bot_owner_id
  return (
    <CardFrame
      name={name}
      anchor={anchor}
      onClose={onClose}
      picture={<Avatar name={name} src={avatarOf(id)} size={64} seed={id} activity={activityOf(id)} />}
      mark={<PersonMark id={id} />}
      line={roleOf(id)}
    >
      <StatusText id={id} />
      <ProfileFields id={id} />
      {typeof owner === 'number' && (
        <p class="person-line">
          <Icon name="user" size="s" class="mut" />
          <span>
            {t('people.owner')}{' '}
            <button type="button" class="link-btn" onClick={() => showCard('person', owner, anchor)}>
              <bdi>{nameOf(owner) ?? t('person.unknown')}</bdi>
            </button>
          </span>
        </p>
      )}
      <div class="person-acts">
        {isOwn ? (
          <button
            type="button"
            class="btn primary"
            data-focus
            onClick={() => {
              onClose()
              askForStatus()
            }}
          >
            <Icon name="smile" size="s" />
            {t('status.set')}
          </button>
        ) : (
          <Actions id={id} onClose={onClose} />
        )}
      </div>
      <div class="pop-f">
        <a
          href={hrefOf({ view: 'search', narrow: [{ operator: 'sender', operand: id, negated: false }] })}
          onClick={onClose}
        >
          {t(isOwn ? 'people.ownMessages' : 'people.messages')}
        </a>
      </div>
    </CardFrame>
  )
}

function Actions({ id, onClose }: Omit<Props, 'anchor'>) {
  const isMuted = isMutedPerson(id)
  const write = () => {
    onClose()
    navigate({ view: 'direct', ids: [id] })
  }
  return (
    <>
      <button type="button" class="btn primary" data-focus onClick={write}>
        <Icon name="mail" size="s" />
        {t('people.write')}
      </button>
      {!person(id)?.is_bot && (
        <button type="button" class="btn" onClick={() => mutePerson(id, !isMuted)}>
          {isMuted ? t('people.unmute') : t('people.mute')}
        </button>
      )}
    </>
  )
}
