import { computed, signal } from '@preact/signals'
import { address } from '../kernel/navigation.ts'
import { ownId } from '../people/store.ts'
import type { Start } from '../ui/window/Window.tsx'
import { listingOf } from './narrow-of.ts'

/** The list of messages that is open. It stays the same object while the address names the same list. */
export const listing = computed(() => listingOf(address.value, ownId()))

export type Status =
  | 'loading'
  | 'ready'
  /** The server could not be reached. */
  | 'failed'
  /** The place or the message does not exist for this person. */
  | 'hidden'

export interface OpenPlace {
  /** The key of the narrow. */
  readonly key: string
  readonly status: Status
  /** Where the list begins. */
  readonly start: Start
  /** The line of new messages stands before this one, until the place is left. */
  readonly newFrom: number | null
  /** How many were new when the place was opened. */
  readonly newCount: number
  /** Grows when the same place is opened at another message. */
  readonly opening: number
}

export const opened = signal<OpenPlace>({
  key: '',
  status: 'loading',
  start: 'end',
  newFrom: null,
  newCount: 0,
  opening: 0,
})

export const isOpenStill = (opening: number): boolean => opened.value.opening === opening

/** Messages here do not become read by looking, because the person has marked them unread. */
export const isReadingStopped = signal(false)

/** The message that has the focus, or had it last. */
export const selected = signal<number | null>(null)
