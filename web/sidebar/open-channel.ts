import { computed } from '@preact/signals'
import { address } from '../kernel/navigation.ts'

const channelHere = computed(() => ('channelId' in address.value ? address.value.channelId : null))

let last: number | null = null
channelHere.subscribe((id) => {
  last = id ?? last
})

/** The channel whose topics are shown. A phone has its channels on a page of their own, and there it is the last one. */
export const openChannel = computed(() => channelHere.value ?? (address.value.view === 'channels' ? last : null))
