import { batch, computed, signal } from '@preact/signals'
import type { Event } from '../../api/events/index.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { applyKnown, fromRegister, type Model } from '../../client/model/model.ts'
import type { Unread } from '../../client/model/unread.ts'
import { connectHub } from './hub.ts'
import { isPageOffline, startNetwork } from './network.ts'
import { isSessionOver, resumeSession, SIGN_IN } from './session.ts'
import { setServerTime } from './time.ts'

let model: Model | undefined

/** The state of register, kept current by events. Null until register has answered. */
export const state = signal<RegisterState | null>(null)
/** Grows with each change of what is unread. */
const unreadVersion = signal(0)
const isHubOffline = signal(false)
/** The server cannot be reached. */
export const isOffline = computed(() => isHubOffline.value || isPageOffline.value)
/** The server refuses what the app asks for. */
export const refusal = signal<string | null>(null)

/** Returns what is unread. Components that read it are drawn again when it changes. */
export function unread(): Unread | null {
  unreadVersion.value
  return model?.unread ?? null
}

type EventListener = (event: Event) => void
type StateListener = (state: RegisterState) => void
const eventListeners = new Set<EventListener>()
const stateListeners = new Set<StateListener>()

/** Calls the listener with each event, after the state has changed. */
export const onEvent = (listener: EventListener): void => void eventListeners.add(listener)
/** Calls the listener when a new state replaces everything: at the start, and after the queue was lost. */
export const onState = (listener: StateListener): void => void stateListeners.add(listener)

/** A listener that fails keeps no other one from hearing. */
function tell<Value>(listeners: Iterable<(value: Value) => void>, value: Value): void {
  for (const listener of listeners)
    try {
      listener(value)
    } catch (error) {
      reportError(error)
    }
}

function replaceState(next: RegisterState, serverTime: number): void {
  // Somebody else has signed in: nothing of the first person may stay on the screen.
  if (model && model.state.user_id !== next.user_id) {
    location.reload()
    return
  }
  batch(() => {
    model = fromRegister(next, { includeSubscribers: 'false', clientGravatar: false, slimPresence: true })
    setServerTime(serverTime)
    state.value = model.state
    unreadVersion.value += 1
    tell(stateListeners, next)
  })
}

/** The answer of register. Every channel is also among those that one has joined, left or never joined. */
function readState(text: ArrayBuffer): void {
  const { result: _, msg: _msg, streams: _streams, ...next } = JSON.parse(new TextDecoder().decode(text))
  replaceState(next as RegisterState, (next as RegisterState).server_timestamp ?? Date.now() / 1000)
}

/** Events that are newer than this app change nothing. */
function applyEvents(events: readonly Event[]): void {
  if (!model) return
  const current = model
  batch(() => {
    for (const event of events) {
      if (!applyKnown(current, event)) continue
      state.value = current.state
      unreadVersion.value += 1
      tell(eventListeners, event)
    }
  })
}

/** Shows a change of the person at once. The event that follows says the same. */
export const showAtOnce = (event: Event): void => applyEvents([event])

export function startState(): void {
  startNetwork()
  connectHub((message) => {
    switch (message.kind) {
      case 'state':
        resumeSession()
        return 'text' in message ? readState(message.text) : replaceState(message.state, message.serverTime)
      case 'events':
        return applyEvents(message.events)
      case 'time':
        return setServerTime(message.serverTime)
      case 'connection':
        isHubOffline.value = message.isOffline
        return
      case 'signed-out':
        isSessionOver.value = true
        return
      case 'leave':
        return location.replace(SIGN_IN)
      case 'refused':
        refusal.value = message.reason
    }
  })
}
