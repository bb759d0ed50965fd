import { onEvent, onState, state } from '../kernel/state.ts'
import { usesTwentyFourHours } from '../kernel/time.ts'

/** New accounts have false, which nobody has chosen. Then the language decides, as it does for most people. */
function read(): void {
  usesTwentyFourHours.value = state.peek()?.user_settings?.twenty_four_hour_time === true ? true : null
}

/** Times follow the clock that the reader has chosen. */
export function startClockSetting(): void {
  onState(() => queueMicrotask(read))
  onEvent(({ type }) => {
    if (type === 'user_settings') queueMicrotask(read)
  })
}
