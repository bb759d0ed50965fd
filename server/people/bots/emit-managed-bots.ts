import { users } from '../../kernel/log/audience.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { Tx } from '../../kernel/transaction/tx.ts'
import { managersOf, mayManageBot } from './access.ts'
import { botOf, presentBot } from './present.ts'

/** After a change of role: tells the person which bots they can manage now, and which no more. */
export function emitManagedBots(tx: Tx, before: User, after: User): void {
  const audience = users(after.id)
  for (const bot of tx.realm.users.values()) {
    if (!bot.isBot) continue
    const [could, can] = [mayManageBot(before, bot), mayManageBot(after, bot)]
    if (could && !can) tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, audience)
    if (!could && can)
      tx.emit({ type: 'realm_bot', op: 'add', bot: presentBot(tx.realm, botOf(tx.realm, bot.id)) }, audience)
  }
}

/** After a change of a bot: tells those who can manage it only now, and those who cannot any more. */
export function emitManagers(tx: Tx, { id }: User, managersBefore: readonly number[]): void {
  const after = managersOf(tx.realm, tx.realm.users.get(id)!)
  const lost = managersBefore.filter((userId) => !after.includes(userId))
  const gained = after.filter((userId) => !managersBefore.includes(userId))
  if (lost.length > 0) tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: id } }, users(...lost))
  if (gained.length > 0)
    tx.emit({ type: 'realm_bot', op: 'add', bot: presentBot(tx.realm, botOf(tx.realm, id)) }, users(...gained))
}
