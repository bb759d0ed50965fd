import { effect, signal } from '@preact/signals'
import { listing } from '../store.ts'

/** The list that is open, a moment after its messages are drawn: nobody waits for what stands beside them. */
export const drawnListing = signal(listing.peek())

effect(() => {
  const next = listing.value
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      drawnListing.value = next
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
})
