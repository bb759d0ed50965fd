import { session } from '../kernel/session.ts'
import { onState, state } from '../kernel/state.ts'
import { addPresences } from './store.ts'

/** After this time without a key or the pointer, somebody is away. */
const AWAY = 300_000
const PERIOD = 60_000
const INPUT = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

let lastInput = performance.now()
let lastUpdate: number | undefined
let hasNewInput = true

const isActive = (): boolean => document.visibilityState === 'visible' && performance.now() - lastInput < AWAY

/** Says that one is there, and learns who else is. */
async function report(): Promise<void> {
  const register = state.peek()
  if (!register || register.realm_presence_disabled) return
  const isShared = register.user_settings?.presence_enabled !== false
  try {
    const answer = await session.call('updatePresence', {
      status: isActive() ? 'active' : 'idle',
      last_update_id: lastUpdate ?? register.presence_last_update_id ?? -1,
      new_user_input: hasNewInput,
      ping_only: !isShared,
      slim_presence: true,
    })
    hasNewInput = false
    lastUpdate = answer.presence_last_update_id
    addPresences((answer.presences ?? {}) as Parameters<typeof addPresences>[0])
  } catch {
    // The next report comes in a minute.
  }
}

export function startPresence(): void {
  let wasActive = true
  const noticeInput = () => {
    lastInput = performance.now()
    hasNewInput = true
    // Who comes back is shown at once.
    if (!wasActive) void report()
    wasActive = true
  }
  for (const type of INPUT) addEventListener(type, noticeInput, { passive: true, capture: true })
  onState(() => queueMicrotask(report))
  const seconds = state.peek()?.server_presence_ping_interval_seconds
  setInterval(
    () => {
      wasActive = isActive()
      void report()
    },
    seconds ? seconds * 1000 : PERIOD,
  )
}
