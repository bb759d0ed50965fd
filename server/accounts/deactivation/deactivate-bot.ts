import type { CallTx } from '../../kernel/transaction/tx.ts'
import { requireActiveBot } from '../../people/bots/access.ts'
import { deactivateUser } from './deactivate-user.ts'

export async function deactivateBot(tx: CallTx, botId: number): Promise<void> {
  const bot = requireActiveBot(tx.actor, botId)
  await deactivateUser(tx, bot)
  tx.audit({ action: 'bot deactivated', target: { kind: 'user', id: bot.id } })
}
