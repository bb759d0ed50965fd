import type { CallsConfig } from '../../kernel/base/calls-config.ts'
import { basicHeader, successOf, valueAt } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import { failedToCreate, noConnection, notConfigured, shortName } from './provider-answer.ts'

const NAME = 'Nextcloud Talk'
/** A conversation that people without a Nextcloud account can join. */
const PUBLIC = 3

/** Creates a conversation and returns its address. */
export async function createNextcloudTalkCall(
  outgoing: OutgoingRequests,
  config: CallsConfig['nextcloud'],
  roomName: string,
): Promise<string> {
  if (!config) throw notConfigured(NAME)
  const { url, username, password } = config
  const reply = await successOf(
    outgoing.post(`${url}/ocs/v2.php/apps/spreed/api/v4/room`, {
      headers: {
        Authorization: basicHeader(username, password),
        'OCS-APIRequest': 'true',
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ roomType: PUBLIC, roomName: shortName(roomName) }),
    }),
  )
  if ('reason' in reply) throw noConnection(NAME, reply.reason)
  const token = valueAt(reply.body, 'ocs', 'data', 'token')
  if (typeof token !== 'string' || !/^\w{1,100}$/.test(token)) throw failedToCreate(NAME)
  return `${url}/index.php/call/${token}`
}
