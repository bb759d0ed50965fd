import { channelColor } from '../../channels/channel-color.ts'
import { type Channel, channel, glyphOf, ownChannels } from '../../channels/store.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
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
    <label class="fld" data-ch={channelColor(chosen?.color)}>
      <span class="lbl">{t('move.channel')}</span>
      <span class="in select">
        <Icon name={glyphOf(chosen)} size="s" class="glyph" />
        <select value={value} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
          {all.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chev-d" size="s" class="mut" />
      </span>
      {!canLeave && <span class="help-t">{t('move.stays')}</span>}
    </label>
  )
}
