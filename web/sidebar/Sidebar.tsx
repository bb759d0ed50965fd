import { channelColor } from '../channels/channel-color.ts'
import { glyphOf, ownChannels } from '../channels/store.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { channelCount } from '../messages/counts.ts'
import { Icon } from '../ui/Icon.tsx'

/** All places that a person goes to. */
export const Sidebar = () => (
  <nav class="side" aria-label="Conversations" data-region>
    <div class="side-scroll">
      {ownChannels.value.map((one) => (
        <a
          key={one.stream_id}
          class="nv"
          data-ch={channelColor(one.color)}
          href={hrefOf({ view: 'channel', channelId: one.stream_id })}
        >
          <Icon name={glyphOf(one)} class="glyph" />
          <span class="clip">{one.name}</span>
          {channelCount(one.stream_id).unread > 0 && <span class="n strong">{channelCount(one.stream_id).unread}</span>}
        </a>
      ))}
    </div>
  </nav>
)
