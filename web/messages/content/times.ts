import { effect } from '@preact/signals'
import { t } from '../../kernel/texts.ts'
import { clockTime, fullTime, shortDay, usesTwentyFourHours } from '../../kernel/time.ts'
import { iconElement } from './icon-element.ts'

function showTime(time: Element): void {
  const seconds = Date.parse(time.getAttribute('datetime') ?? '') / 1000
  if (Number.isNaN(seconds)) return
  const whole = fullTime(seconds)
  time.className = 'time'
  // Shown while the pointer or the focus is there.
  time.setAttribute('data-tip', whole)
  time.setAttribute('aria-description', whole)
  time.setAttribute('tabindex', '0')
  time.replaceChildren(iconElement('clock'), t('content.time', { day: shortDay(seconds), time: clockTime(seconds) }))
}

/** Times in the zone of the reader. */
export function showTimes(element: ParentNode): void {
  for (const time of element.querySelectorAll('time[datetime]')) showTime(time)
}

// The reader has chosen another clock.
effect(() => {
  usesTwentyFourHours.value
  for (const time of document.querySelectorAll('time.time')) showTime(time)
})
