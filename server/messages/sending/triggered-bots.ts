import { USER_BIT } from '../../kernel/ledger/message-flags.ts'
import type { LoggedMessage } from '../../kernel/log/log-row.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'

type Webhooks = LoggedMessage['webhooks']

/** Outgoing webhooks that a message is for: participants of its conversation, or bots that it mentions in a channel. */
export function triggeredBots(
  realm: RealmState,
  sender: User,
  members: LoggedMessage['members'],
  userFlags: ReadonlyMap<number, number>,
): Webhooks {
  // Bots do not trigger bots: two of them would never stop.
  if (sender.isBot || (userFlags.size === 0 && !members)) return undefined
  const trigger = members ? 'direct_message' : 'mention'
  const called = members
    ? members.map(({ id }) => id)
    : [...userFlags].flatMap(([id, flags]) => (flags & USER_BIT.mentioned ? [id] : []))
  const bots = called.filter((id) => realm.records.bot.get(id)?.service && realm.users.get(id)?.isActive)
  return bots.length === 0 ? undefined : bots.map((bot) => ({ bot, trigger }))
}
