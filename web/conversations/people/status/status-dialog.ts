import { signal } from '@preact/signals'

export const isAskingForStatus = signal(false)

export const askForStatus = (): void => {
  isAskingForStatus.value = true
}

export const stopAskingForStatus = (): void => {
  isAskingForStatus.value = false
}
