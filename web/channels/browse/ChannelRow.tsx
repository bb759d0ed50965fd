import { useState } from 'preact/hooks'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { channelColor } from '../channel-color.ts'
import { closeChannelDialog } from '../channel-dialogs.ts'
import { joinChannel, leaveChannel } from '../join-channel.ts'
import { type Channel, glyphOf } from '../store.ts'

/** A channel with what it is for, to join or to leave. */
export function ChannelRow({ channel }: { channel: Channel }) {
  const [isAsking, setAsking] = useState(false)
  const { stream_id: id, name, description, invite_only: isPrivate, isSubscribed } = channel
  const leave = () => {
    // There is no way back into a private channel without somebody's help.
    if (isPrivate && !isAsking) return setAsking(true)
    setAsking(false)
    void leaveChannel(name, isPrivate)
  }
  return (
    <li class="chrow" data-ch={channelColor(channel.color)}>
      <span class="tile">
        <Icon name={glyphOf(channel)} class="glyph" />
      </span>
      <div class="about">
        <div class="row">
          <a class="clip" href={hrefOf({ view: 'topics', channelId: id })} onClick={closeChannelDialog}>
            <bdi>{name}</bdi>
          </a>
          <span class="mut num">{t('browse.people', { count: channel.subscriber_count })}</span>
          {isSubscribed && (
            <span class="badge done">
              <Icon name="check" size="xs" />
              {t('browse.joined')}
            </span>
          )}
        </div>
        {isAsking ? (
          <div class="d" role="alert">
            {t('browse.forGood')}
          </div>
        ) : (
          <div class="d clip">{description}</div>
        )}
      </div>
      {isSubscribed ? (
        <button
          type="button"
          class={`btn sm ${isAsking ? 'danger' : ''}`}
          aria-label={t('browse.leaveNamed', { channel: name })}
          onClick={leave}
        >
          {t('browse.leave')}
        </button>
      ) : (
        <button
          type="button"
          class="btn sm primary"
          aria-label={t('browse.joinNamed', { channel: name })}
          onClick={() => void joinChannel(name)}
        >
          {t('browse.join')}
        </button>
      )}
    </li>
  )
}
