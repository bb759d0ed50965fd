import type { Actor } from '../../kernel/actor.ts'
import type { FormCall } from '../../kernel/http/pages/form-pages.ts'
import { newToken } from '../../kernel/http/request/browser-session.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { deviceName } from '../sessions/device-name.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { startSession } from '../sessions/start-session.ts'

/** Signs the browser in with a token that nobody has seen before. What it was signed in with ends. */
export async function signBrowserIn(
  { ctx, realm, signedIn, address, userAgent }: FormCall,
  user: User,
): Promise<string> {
  const token = newToken()
  const actor: Actor = { realm, user, client: 'website', address }
  const session = { tokenHash: ctx.secret.hashKey(token), device: deviceName(userAgent) }
  await ctx.transactAs(actor, [], async (tx) => {
    if (signedIn) await endSessions(tx, signedIn.user.id, ({ id }) => id === signedIn.session.id)
    await startSession(tx, user.id, session)
  })
  return token
}
