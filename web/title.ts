import { computed } from '@preact/signals'
import { channelName } from './channels/store.ts'
import { isChoosing } from './composer/choose-recipients.ts'
import { listing } from './conversations/store.ts'
import { titleOf } from './conversations/title-of.ts'
import { address } from './kernel/navigation.ts'
import { state } from './kernel/state.ts'
import { t } from './kernel/texts.ts'
import { forYou } from './messages/counts.ts'

function placeTitle(): readonly (string | undefined)[] {
  const here = address.value
  if (isChoosing.value) return [t('newMessage.title')]
  if (listing.value)
    return here.view === 'topic' ? [titleOf(listing.value), channelName(here.channelId)] : [titleOf(listing.value)]
  if (here.view === 'topics') return [channelName(here.channelId)]
  if (here.view === 'search' || here.view === 'search-field') return [t('view.search')]
  const views = [
    'inbox',
    'recent',
    'drafts',
    'scheduled',
    'reminders',
    'channels',
    'messages',
    'you',
    'settings',
    'organization',
  ] as const
  const view = views.find((one) => one === here.view)
  return [view && t(`view.${view}`)]
}

/** `Runner queue · infra` */
export const placeName = computed(() => placeTitle().filter(Boolean).join(' · '))

/** `(2) Runner queue · infra · Lanternworks` */
export const pageTitle = computed(() => {
  const parts = [placeName.value, state.value?.realm_name ?? t('app.name')].filter(Boolean)
  return `${forYou.value > 0 ? `(${forYou.value}) ` : ''}${parts.join(' · ')}`
})
