import { navigate } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, nameOf, ownId, statusOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'

/** The person who reads, at the foot of the sidebar. */
export function You() {
  const id = ownId()
  const status = statusOf(id)?.status_text
  return (
    <div class="me">
      <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} size={28} seed={id} activity="active" />
      <div class="grow who">
        <bdi class="clip own-name">{nameOf(id)}</bdi>
        {status && <div class="clip mut own-status">{status}</div>}
      </div>
      <IconButton
        icon="gear"
        label={t('view.settings')}
        onClick={() => navigate({ view: 'settings', section: 'profile' })}
      />
    </div>
  )
}
