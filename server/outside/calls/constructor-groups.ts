import { createHash } from 'node:crypto'
import type { CallsConfig } from '../../kernel/base/calls-config.ts'
import { successOf, valueAt, webAddress } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { failedToCreate, notConfigured } from './provider-answer.ts'

const NAME = 'Constructor Groups'

/** Returns the address of the room that belongs to the caller. The provider creates it if there is none. */
export async function createConstructorGroupsCall(
  outgoing: OutgoingRequests,
  config: CallsConfig['constructorGroups'],
  realmId: number,
  { id, fullName, deliveryEmail }: User,
): Promise<string> {
  if (!config) throw notConfigured(NAME)
  const { url, accessKey, secretKey } = config
  const digest = createHash('sha256').update(`${accessKey}|${secretKey}`).digest('hex')
  const name = `${fullName}'s room`
  const reply = await successOf(
    outgoing.post(`${url}/room/default`, {
      headers: { Authorization: `Bearer ${accessKey}|${digest}`, 'Content-Type': 'application/json' },
      // The second name is for the case that somebody else has a room of the first one.
      body: JSON.stringify({ creator_email: deliveryEmail, name, fallback_name: `${name} (${realmId}-${id})` }),
    }),
  )
  const address = 'reason' in reply ? undefined : webAddress(valueAt(reply.body, 'url'))
  if (address === undefined) throw failedToCreate(NAME)
  return address
}
