import { channelColor } from '../../channels/channel-color.ts'
import { channelItems } from '../../channels/channel-items.ts'
import { channel, glyphOf } from '../../channels/store.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { BackButton } from './BackButton.tsx'
import { copyPlace } from './copy-place.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** The header of a channel whose topics stand in one list. */
export function ChannelHead({ channelId }: { channelId: number }) {
  const known = channel(channelId)
  const people =
    known?.subscriber_count === undefined ? '' : t('channel.people', { count: Math.round(known.subscriber_count) })
  return (
    <header class="head" data-ch={channelColor(known?.color)}>
      <BackButton to="channels" />
      <span class="tile">
        <Icon name={glyphOf(known)} class="glyph" />
      </span>
      <div class="grow">
        <h1 class="clip" dir="auto">
          {known?.name ?? '…'}
        </h1>
        <div class="where">
          <a href={hrefOf({ view: 'topics', channelId })}>{t('channel.topics')}</a>
          <span class="clip">{[people, known?.description].filter(Boolean).join(' · ')}</span>
        </div>
      </div>
      <div class="acts">
        <HeaderMenu
          items={() => [...channelItems(known), { label: t('action.copyLink'), icon: 'link', run: copyPlace }]}
        />
      </div>
    </header>
  )
}
