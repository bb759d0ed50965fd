import { signal } from '@preact/signals'

/** Which dialog about channels is open. */
export const channelDialog = signal<'browse' | 'create' | null>(null)

export const browseChannels = (): void => {
  channelDialog.value = 'browse'
}

export const startChannel = (): void => {
  channelDialog.value = 'create'
}

export const closeChannelDialog = (): void => {
  channelDialog.value = null
}
