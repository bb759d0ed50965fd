import { foldCase } from '../../../api/fold-case.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { SubscribeOutcome } from '../subscribe.ts'
import { changeSubscriptions, checkPropertyValue, type SubscriptionChange } from './change-subscription.ts'

/** A channel to subscribe to, and perhaps the color that the caller chose for it. */
interface ColorChoice {
  readonly name: string
  readonly color?: string | null | undefined
}

/** `parameter` is the name of the list in the request. */
export function checkColors(chosen: readonly ColorChoice[], parameter: string): void {
  for (const [index, { color }] of chosen.entries())
    if (typeof color === 'string') checkPropertyValue('color', color, `${parameter}[${index}]["color"]`)
}

interface Caller {
  readonly actor: Actor
  transact(work: (tx: CallTx) => Promise<void>): Promise<void>
}

/** New subscriptions of the caller get the colors that the caller chose. For other people nothing changes. */
export async function setColors(
  { actor, transact }: Caller,
  chosen: readonly ColorChoice[],
  { subscribed }: Pick<SubscribeOutcome, 'subscribed'>,
): Promise<void> {
  const joined = new Set((subscribed[actor.user.id] ?? []).map(foldCase))
  const changes = chosen.flatMap(({ name, color }): SubscriptionChange[] => {
    const channel =
      typeof color === 'string' && joined.has(foldCase(name.trim())) && actor.realm.channelByName(name.trim())
    return channel ? [{ stream_id: channel.id, property: 'color', value: color }] : []
  })
  if (changes.length > 0) await transact((tx) => changeSubscriptions(tx, changes, () => 'color'))
}
