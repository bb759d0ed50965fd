import { computed } from '@preact/signals'
import { channelColor } from '../channels/channel-color.ts'
import { type Channel, folders, glyphOf, ownChannels } from '../channels/store.ts'
import { address } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { channelCount } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'
import { NavRow } from './NavRow.tsx'
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

const openChannel = computed(() => ('channelId' in address.value ? address.value.channelId : null))

export const Channels = () => (
  <div class="channels">
    {groups.value.map(({ id, title, channels }) => (
      <Section key={id} id={id} title={title}>
        {inOrder(channels).map((one) => (
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
