import { badRequest } from '../../../api/errors.ts'
import { users } from '../../kernel/log/audience.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { insertStep, stepsSeen } from './queries.ts'
import { isStep, stepsLeft } from './steps.ts'

/** The introduction is not shown again, on any device of the person. */
export async function markStep(tx: CallTx, name: string): Promise<void> {
  const { realm, user } = tx.actor
  if (user.isBot) throw badRequest('This endpoint does not accept bot requests.')
  if (!isStep(name)) throw badRequest(`Unknown onboarding_step: ${name}`)
  const viewer = { realmId: realm.id, userId: user.id }
  const seen = await stepsSeen(tx.db, viewer)
  if (seen.has(name)) return
  await insertStep(tx.db, viewer, name, tx.now)
  const left = stepsLeft(new Set([...seen, name]))
  tx.emit({ type: 'onboarding_steps', onboarding_steps: left }, users(user.id))
}
