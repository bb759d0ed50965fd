import { useEffect } from 'preact/hooks'
import { placeKey } from '../../client/model/place.ts'
import { channelColor } from '../channels/channel-color.ts'
import { channel, glyphOf } from '../channels/store.ts'
import { t } from '../kernel/texts.ts'
import { wantRecents } from '../messages/recent.ts'
import { Connection } from '../ui/Connection.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ConversationRow } from './ConversationRow.tsx'
import { ConversationTable } from './ConversationTable.tsx'
import { recentConversations } from './store.ts'

function ChannelTag({ id }: { id: number }) {
  const known = channel(id)
  return (
    <span class="ch-tag" data-ch={channelColor(known?.color)}>
      <Icon name={glyphOf(known)} size="s" class="glyph" />
      <bdi>{known?.name}</bdi>
    </span>
  )
}

/** Every conversation, the newest first. */
export function RecentPage() {
  useEffect(wantRecents, [])
  const all = recentConversations.value
  return (
    <section class="pane">
      <header class="phead">
        <h1>{t('view.recent')}</h1>
        <p class="mut sum">{t('recent.text')}</p>
      </header>
      <Connection />
      {all?.length === 0 ? (
        <h2 class="empty">{t('conversation.empty')}</h2>
      ) : (
        <ConversationTable name={t('recent.name')}>
          {all?.map((recent) => {
            const { place } = recent
            const inChannel = place.kind === 'channel' ? place.streamId : undefined
            return (
              <ConversationRow
                key={placeKey(place)}
                place={place}
                recent={recent}
                {...(inChannel !== undefined && {
                  where: <ChannelTag id={inChannel} />,
                  channelName: channel(inChannel)?.name ?? '',
                })}
              />
            )
          })}
        </ConversationTable>
      )}
    </section>
  )
}
