import { channel } from '../channels/store.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { isAllowed } from '../people/groups.ts'
import { isActive, ownId, person } from '../people/store.ts'
import type { Target } from './store.ts'

function whyNotInChannel(id: number, isNewTopic: boolean): string | undefined {
  const known = channel(id)
  if (!known) return undefined
  if (known.is_archived) return t('composer.archived')
  if (!isAllowed(known.can_send_message_group, ownId())) return t('composer.noPermission')
  if (isNewTopic && !isAllowed(known.can_create_topic_group, ownId())) return t('composer.noNewTopics')
  return undefined
}

function whyNotToPeople(others: readonly number[]): string | undefined {
  const people = others.flatMap((id) => person(id) ?? [])
  const gone = people.find((one) => !isActive(one.user_id))
  if (gone) return t('composer.gone', { name: gone.full_name })
  const setting = state.value?.realm_direct_message_permission_group
  if (setting === undefined || people.every((one) => one.is_bot)) return undefined
  const isPermitted = [ownId(), ...others].some((id) => isAllowed(setting, id))
  return isPermitted ? undefined : t('composer.noDirect')
}

/** Why the person cannot write there, as far as this browser knows. The server has the last word. */
export function whyNot(target: Target): string | undefined {
  if (state.value === null) return undefined
  if (target.kind === 'new-topic') return whyNotInChannel(target.channelId, true)
  const { place } = target
  return place.kind === 'channel' ? whyNotInChannel(place.streamId, false) : whyNotToPeople(place.others)
}
