import { effect } from '@preact/signals'
import { address, navigate, visit } from '../kernel/navigation.ts'
import { stopChoosing } from './choose-recipients.ts'
import { focusList } from './focus-composer.ts'
import { newTopicIn, replying } from './store.ts'

/** The channel in which a topic is begun after its address has been opened. */
let wanted: number | null = null

const openChannel = (): number | null => ('channelId' in address.value ? address.value.channelId : null)
const hasComposer = (): boolean => address.value.view === 'channel' || address.value.view === 'topic'

/** Opens the composer for a new topic in a channel. */
export function startTopic(channelId: number): void {
  if (openChannel() === channelId && hasComposer()) newTopicIn.value = channelId
  else {
    wanted = channelId
    navigate({ view: 'channel', channelId })
  }
}

/** The same in the channel that is open. False if none is. */
export function startTopicHere(): boolean {
  const here = openChannel()
  if (here === null) return false
  startTopic(here)
  return true
}

/** Goes back to what the place itself has. The text is kept. */
export function leaveNewTopic(): void {
  newTopicIn.value = null
  focusList()
}

/** What was begun in one place is not shown in the next. */
export const startModes = (): void =>
  void effect(() => {
    visit.value
    newTopicIn.value = wanted
    replying.value = null
    stopChoosing()
    wanted = null
  })
