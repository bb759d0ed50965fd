import { showFailure } from '../../kernel/failure.ts'
import { t } from '../../kernel/texts.ts'
import { shortDay } from '../../kernel/time.ts'
import { avatarOf, nameOf, ownId } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Invitation, revokeLink } from './invitations.ts'
import { roleText } from './TermsFields.tsx'

const madeBy = ({ invited_by_user_id: id, invited, expiry_date: end }: Invitation): string => {
  const made =
    id === ownId()
      ? t('invite.madeByYou', { day: shortDay(invited) })
      : t('invite.madeBy', { name: nameOf(id) ?? t('person.unknown'), day: shortDay(invited) })
  return `${made} · ${end === null ? t('invite.neverEnds') : t('invite.ends', { day: shortDay(end) })}`
}

/** The links that people can use now, each with a way to end it. */
export const OpenLinks = ({ links, onRevoked }: { links: readonly Invitation[]; onRevoked: () => unknown }) => (
  <div class="card links">
    <div class="row">
      <span class="grow">{t('invite.open')}</span>
      <span class="num">{links.length}</span>
    </div>
    <ul>
      {links.map((one) => (
        <li key={one.id} class="row">
          <Icon name="link" size="s" class="mut" />
          <span class="grow about">
            <span class="clip">{roleText(one.invited_as)}</span>
            <span class="mut clip">{madeBy(one)}</span>
          </span>
          <Avatar
            name={nameOf(one.invited_by_user_id) ?? ''}
            src={avatarOf(one.invited_by_user_id)}
            size={20}
            seed={one.invited_by_user_id}
          />
          <button type="button" class="btn sm ghost" onClick={() => revokeLink(one.id).then(onRevoked, showFailure)}>
            {t('invite.revoke')}
          </button>
        </li>
      ))}
    </ul>
  </div>
)
