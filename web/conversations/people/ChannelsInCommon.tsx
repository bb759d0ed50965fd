import { ownChannels } from '../../channels/store.ts'
import { session } from '../../kernel/session.ts'
import { t } from '../../kernel/texts.ts'
import { useFetched } from '../../messages/layers/use-fetched.ts'
import { Icon } from '../../ui/Icon.tsx'

/** How many channels one shares with somebody. Its line is there before the answer, so that nothing below it moves. */
export function ChannelsInCommon({ id }: { id: number }) {
  const { value } = useFetched(() => session.call('getUserChannels', { user_id: id }), [id])
  const theirs = new Set(value?.subscribed_channel_ids)
  const count = ownChannels.value.filter(({ stream_id: channelId }) => theirs.has(channelId)).length
  return (
    <p class="person-line" aria-busy={value === null}>
      <Icon name="hash" size="s" class="mut" />
      <span>{value === null ? '…' : t('people.channels', { count })}</span>
    </p>
  )
}
