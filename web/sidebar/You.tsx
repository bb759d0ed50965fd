import { StatusEmoji } from '../conversations/people/StatusEmoji.tsx'
import { askForStatus } from '../conversations/people/status/status-dialog.ts'
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
    <div class="me hide-phone">
      <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} size={28} seed={id} activity="active" />
      <button type="button" class="grow who" aria-haspopup="dialog" onClick={askForStatus}>
        <bdi class="clip own-name">{nameOf(id)}</bdi>
        <span class="clip mut own-status">
          <StatusEmoji id={id} /> {status ?? t('status.set')}
        </span>
      </button>
      <IconButton
        icon="gear"
        label={t('view.settings')}
        onClick={() => navigate({ view: 'settings', section: 'profile' })}
      />
    </div>
  )
}
