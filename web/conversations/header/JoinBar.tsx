import { joinChannel } from '../../channels/join-channel.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { unjoined } from '../read-along.ts'

/** Above the composer of a channel that is read without having joined it. */
export function JoinBar() {
  const known = unjoined.value
  if (!known) return null
  const { name } = known
  return (
    <div class="banner info resolved-bar">
      <Icon name="info" size="s" />
      <span class="grow">{t('channel.notJoined', { channel: name })}</span>
      <button
        type="button"
        class="btn sm"
        aria-label={t('browse.joinNamed', { channel: name })}
        onClick={() => void joinChannel(name)}
      >
        {t('browse.join')}
      </button>
    </div>
  )
}
