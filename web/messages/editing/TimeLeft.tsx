import { useEffect, useState } from 'preact/hooks'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { t } from '../../kernel/texts.ts'
import { serverNow } from '../../kernel/time.ts'
import { editableUntil, whyNotEdit } from '../permissions.ts'

/** Below this the rest is counted by the second. */
const SOON = 120
/** More than this is no reason to hurry. */
const SHOWN = 3600

function useSecond(isNeeded: boolean): void {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isNeeded) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isNeeded])
}

/** Why the message can no longer be edited, as soon as it is so. */
export function useWhyNotEdit(message: FetchedMessage | undefined): string | undefined {
  useSecond(message !== undefined && editableUntil(message) !== null)
  return message && whyNotEdit(message)
}

/** How long the edit can still be saved. */
export function TimeLeft({ message }: { message: FetchedMessage }) {
  const until = editableUntil(message)
  const left = until === null ? null : Math.max(0, Math.floor(until - serverNow()))
  if (left === null || left > SHOWN) return null
  const text =
    left > SOON ? t('edit.minutesLeft', { count: Math.floor(left / 60) }) : t('edit.secondsLeft', { count: left })
  return <span class={`hint num ${left > SOON ? '' : 'attn'}`}>{text}</span>
}
