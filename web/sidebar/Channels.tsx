import { computed } from '@preact/signals'
import { channelColor } from '../channels/channel-color.ts'
import { startChannel } from '../channels/channel-dialogs.ts'
import { mayCreateChannels } from '../channels/permissions.ts'
import { type Channel, folders, glyphOf, ownChannels } from '../channels/store.ts'
import { remembered } from '../kernel/remembered.ts'
import { t } from '../kernel/texts.ts'
import { type Count, NO_COUNT, plus } from '../messages/count-unread.ts'
import { channelCount } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { NavRow } from './NavRow.tsx'
import { openChannel } from './open-channel.ts'
import { Section } from './Section.tsx'
import { Topics } from './Topics.tsx'

interface Group {
  readonly id: string
  readonly title: string
  readonly channels: readonly Channel[]
}

/** Pinned channels first, then folders in the order of the organization, then the rest. */
const groups = computed((): readonly Group[] => {
  const pinned = ownChannels.value.filter((one) => one.pin_to_top)
  const rest = ownChannels.value.filter((one) => !one.pin_to_top)
  const known = new Set(folders.value.map(({ id }) => id))
  const inFolders = folders.value.map(({ id, name }) => ({
    id: `folder-${id}`,
    title: name,
    channels: rest.filter((one) => one.folder_id === id),
  }))
  const others = rest.filter(
    (one) => one.folder_id === null || one.folder_id === undefined || !known.has(one.folder_id),
  )
  const all = [
    { id: 'pinned', title: t('nav.pinned'), channels: pinned },
    ...inFolders,
    { id: 'channels', title: t('view.channels'), channels: others },
  ]
  return all.filter(({ channels }) => channels.length > 0)
})

/** Muted channels come last. Otherwise nothing is reordered under the pointer. */
const inOrder = (channels: readonly Channel[]): Channel[] =>
  [...channels].sort((a, b) => Number(a.is_muted ?? false) - Number(b.is_muted ?? false))

/** If true, the list has only channels with something unread, and the open one. */
const isOnlyUnread = remembered('only-unread', false)

const shownOf = (channels: readonly Channel[]): Channel[] =>
  inOrder(channels).filter(
    ({ stream_id: id }) => !isOnlyUnread.value.value || channelCount(id).unread > 0 || openChannel.value === id,
  )

const countOfAll = (channels: readonly Channel[]): Count =>
  channels.map(({ stream_id: id }) => channelCount(id)).reduce(plus, NO_COUNT)

const OnlyUnread = () => (
  <IconButton
    icon="filter"
    small
    label={t('nav.onlyUnread')}
    aria-pressed={isOnlyUnread.value.value}
    onClick={() => isOnlyUnread.set(!isOnlyUnread.value.peek())}
  />
)

const CreateChannelRow = () => (
  <button type="button" class="nv" onClick={startChannel}>
    <Icon name="plus" />
    {t('create.title')}
  </button>
)

export const Channels = () => (
  <div class="channels">
    {groups.value.length === 0 && (
      <Section id="channels" title={t('view.channels')} count={NO_COUNT}>
        {mayCreateChannels() && <CreateChannelRow />}
      </Section>
    )}
    {groups.value.map(({ id, title, channels }, index) => (
      <Section key={id} id={id} title={title} count={countOfAll(channels)} action={index === 0 && <OnlyUnread />}>
        {shownOf(channels).map((one) => (
          <ChannelRow key={one.stream_id} channel={one} />
        ))}
      </Section>
    ))}
  </div>
)

function ChannelRow({ channel }: { channel: Channel }) {
  const { stream_id: id, name, color, is_muted: isMuted = false } = channel
  return (
    <>
      <NavRow
        to={{ view: 'topics', channelId: id }}
        name={name}
        icon={<Icon name={glyphOf(channel)} class="glyph" />}
        count={channelCount(id)}
        isMuted={isMuted}
        color={channelColor(color)}
      />
      {openChannel.value === id && <Topics channelId={id} color={channelColor(color)} />}
    </>
  )
}
