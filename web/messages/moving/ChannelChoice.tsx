import { channelColor } from '../../channels/channel-color.ts'
import { type Channel, channel, glyphOf, ownChannels } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { Select } from '../../ui/Select.tsx'
import { mayMoveOut, mayPost } from '../permissions.ts'

interface Props {
  value: number
  /** The channel that it starts from. It can always be chosen. */
  home: Channel | undefined
  onChoose: (id: number) => void
  /** Messages leave the channel, which not everybody may do. */
  isMove?: boolean
}

/** The channels that one may write to. */
export function ChannelChoice({ value, home, onChoose, isMove = false }: Props) {
  const canLeave = !isMove || !home || mayMoveOut(home)
  const others = canLeave ? ownChannels.value.filter((one) => mayPost(one) && one !== home) : []
  const all = [...(home ? [home] : []), ...others].sort((a, b) => a.name.localeCompare(b.name))
  const chosen = channel(value)
  return (
    <Select
      label={t('move.channel')}
      icon={glyphOf(chosen)}
      color={channelColor(chosen?.color)}
      value={value}
      onChange={(id) => onChoose(Number(id))}
      help={canLeave ? undefined : t('move.stays')}
    >
      {all.map(({ stream_id, name }) => (
        <option key={stream_id} value={stream_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
