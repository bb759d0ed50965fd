import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '../../../../api/contract.ts'
import type { Context } from '../../context.ts'
import type { RealmState } from '../../realm-state/realm-state.ts'
import { readQuery } from './read-params.ts'

/** The header with the credentials. Where it is allowed, the key of an account alone counts as its header. */
export function authorizationOf(
  ctx: Context,
  realm: RealmState | null,
  { headers: { authorization }, url = '' }: IncomingMessage,
  { keyInQuery }: Pick<Endpoint, 'keyInQuery'>,
): string | undefined {
  const key = keyInQuery && authorization === undefined ? readQuery(url).get('api_key') : undefined
  if (typeof key !== 'string') return authorization
  const hash = ctx.secret.hashKey(key)
  return `Basic ${Buffer.from(`${emailOfKey(realm, hash)}:${key}`).toString('base64')}`
}

/** Empty if no account of the organization has the key. */
function emailOfKey(realm: RealmState | null, hash: string): string {
  for (const { apiKeyHash, apiEmail } of realm?.users.values() ?? []) if (apiKeyHash === hash) return apiEmail
  return ''
}
