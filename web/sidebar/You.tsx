import { StatusEmoji } from '../conversations/people/StatusEmoji.tsx'
import { askForStatus } from '../conversations/people/status/status-dialog.ts'
import { navigate } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, nameOf, ownId, statusOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LoadingLine } from '../ui/LoadingLine.tsx'

/** The person who reads, at the foot of the sidebar. */
export function You() {
  const id = ownId()
  const name = nameOf(id)
  const status = statusOf(id)?.status_text
  return (
    <div class="me hide-phone">
      <Avatar name={name ?? ''} src={avatarOf(id)} size={28} seed={id} activity="active" />
      <button type="button" class="grow who" aria-haspopup="dialog" onClick={askForStatus}>
        {name === undefined ? (
          <>
            <LoadingLine width="7rem" />
            <LoadingLine width="5rem" />
          </>
        ) : (
          <>
            <bdi class="clip own-name">{name}</bdi>
            <span class="clip mut own-status">
              <StatusEmoji id={id} /> {status ?? t('status.set')}
            </span>
          </>
        )}
      </button>
      <IconButton
        icon="gear"
        label={t('view.settings')}
        onClick={() => navigate({ view: 'settings', section: 'profile' })}
      />
    </div>
  )
}
