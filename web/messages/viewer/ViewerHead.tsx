import type { FetchedMessage } from '../../../api/objects/message.ts'
import { channelColor } from '../../channels/channel-color.ts'
import { channel, shownTopic } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { clockTime, dayName } from '../../kernel/time.ts'
import { avatarOf, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { downloadFile } from '../content/download-file.ts'
import { copyPictureLink } from './copy-picture-link.ts'
import { goToMessage } from './go-to-message.ts'
import type { Picture } from './pictures-in.ts'
import { closeViewer } from './store.ts'
import type { Zoom } from './use-zoom.ts'

interface Props {
  picture: Picture
  message: FetchedMessage | undefined
  index: number
  count: number
  zoom: Zoom
}

/** What is shown, who sent it and when, and what can be done with it. */
export const ViewerHead = ({ picture, message, index, count, zoom }: Props) => (
  <header class="dlg-h">
    {message && (
      <Avatar
        name={message.sender_full_name}
        src={avatarOf(message.sender_id) ?? message.avatar_url}
        size={28}
        seed={message.sender_id}
      />
    )}
    <div class="grow viewer-what">
      <h2 class="clip">
        <bdi>{picture.name}</bdi>
      </h2>
      {message && <Source message={message} />}
    </div>
    <span class="mut num hide-phone">
      <bdi>{t('viewer.position', { index: index + 1, count })}</bdi>
    </span>
    <span class="vr hide-phone" />
    <span class="row viewer-zoom" role="group" aria-label={t('viewer.zoom')}>
      <IconButton icon="minus" label={t('viewer.zoomOut')} onClick={zoom.zoomOut} />
      {/* The number is drawn by the style sheet: the name says what a press does. */}
      <button
        type="button"
        class="btn sm ghost num"
        aria-label={t('viewer.fit')}
        title={t('viewer.fit')}
        data-value={`${Math.round(zoom.scale * 100)} %`}
        onClick={zoom.fit}
      />
      <IconButton icon="plus" label={t('viewer.zoomIn')} onClick={zoom.zoomIn} />
    </span>
    <span class="vr hide-phone" />
    {message && <IconButton icon="reply" label={t('viewer.goTo')} onClick={() => goToMessage(message)} />}
    <IconButton icon="link" label={t('action.copyLink')} onClick={() => copyPictureLink(picture)} />
    <IconButton icon="download" label={t('viewer.download')} onClick={() => downloadFile(picture.file, picture.name)} />
    <IconButton icon="x" label={t('close')} onClick={closeViewer} />
  </header>
)

function Source({ message }: { message: FetchedMessage }) {
  const { sender_id, sender_full_name, timestamp, stream_id, subject } = message
  const home = stream_id === undefined ? undefined : channel(stream_id)
  return (
    <div class="mut clip">
      <bdi>{nameOf(sender_id) ?? sender_full_name}</bdi>,{' '}
      {t('viewer.at', { day: dayName(timestamp), time: clockTime(timestamp) })}
      {home && (
        <>
          {' · '}
          <span class="clink" data-ch={channelColor(home.color)}>
            {home.name}
          </span>
          {' › '}
          <bdi>{shownTopic(subject)}</bdi>
        </>
      )}
    </div>
  )
}
