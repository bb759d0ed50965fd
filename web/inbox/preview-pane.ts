import { computed, signal } from '@preact/signals'
import { remembered } from '../kernel/remembered.ts'

/** Below this width there is no room for it. */
const wide = matchMedia('(min-width: 1181px)')

export const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})

const isWanted = remembered('preview', true)

export const isPreviewShown = computed(() => isWide.value && isWanted.value.value)

export const setPreviewShown = (isShown: boolean): void => isWanted.set(isShown)
