import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../../../api/errors.ts'
import type { CallsConfig } from '../../kernel/base/calls-config.ts'
import { successOf } from '../../kernel/base/outgoing-answer.ts'
import type { OutgoingRequests } from '../../kernel/base/outgoing-requests.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { noConnection, notConfigured } from './provider-answer.ts'

type Config = CallsConfig['bigBlueButton']

const NAME = 'BigBlueButton'
/** The name is part of the address. A part of a path has at most 300 characters. */
const MAX_MEETING_NAME_BYTES = 220

/** What the address of a call says about it. */
interface Meeting {
  readonly id: string
  readonly name: string
  readonly voiceOnly: boolean
  /** The account that created it. */
  readonly moderator: number
}

/**
 * The path that leads to a new call. It contains all that is needed to create the call, signed, so that nobody can change
 * it to enter another call of the same BigBlueButton server.
 */
export function newMeetingPath(
  config: Config,
  secret: Secret,
  realmId: number,
  { name, voiceOnly, moderator }: Omit<Meeting, 'id'>,
): string {
  if (!config) throw notConfigured(NAME)
  const meeting = { id: randomBytes(16).toString('hex'), name: cut(name), voiceOnly, moderator }
  const grant = `${meeting.id}-${moderator}-${voiceOnly ? 'voice' : 'video'}-${signatureOf(secret, realmId, meeting)}`
  return `/calls/bigbluebutton/join/${grant}/${Buffer.from(meeting.name).toString('base64url')}`
}

/** Returns as much of the name as fits, without half characters. */
const cut = (name: string): string =>
  new TextDecoder().decode(Buffer.from(name).subarray(0, MAX_MEETING_NAME_BYTES), { stream: true })

const signatureOf = (secret: Secret, realmId: number, { id, name, voiceOnly, moderator }: Meeting): string =>
  secret.signLink(`bigbluebutton ${realmId} ${id} ${moderator} ${voiceOnly} ${name}`)

function readMeeting(secret: Secret, realmId: number, grant: string, encodedName: string): Meeting {
  const [, id, moderator, kind, signature] =
    /^([0-9a-f]{32})-(\d{1,10})-(voice|video)-([0-9a-f]{64})$/.exec(grant) ?? []
  if (id === undefined || signature === undefined) throw badRequest('Invalid signature.')
  const name = Buffer.from(encodedName, 'base64url').toString()
  const meeting = { id, name, voiceOnly: kind === 'voice', moderator: Number(moderator) }
  const isOurs = timingSafeEqual(Buffer.from(signatureOf(secret, realmId, meeting)), Buffer.from(signature))
  if (!isOurs) throw badRequest('Invalid signature.')
  return meeting
}

interface JoinRequest {
  readonly outgoing: OutgoingRequests
  readonly config: Config
  readonly secret: Secret
  readonly realmId: number
  readonly user: User
}

/** Creates the call if it does not run yet, and returns the address at which this person enters it. */
export async function joinAddress(
  { outgoing, config, secret, realmId, user }: JoinRequest,
  grant: string,
  encodedName: string,
): Promise<string> {
  if (!config) throw notConfigured(NAME)
  const { id, name, voiceOnly, moderator } = readMeeting(secret, realmId, grant, encodedName)
  const reply = await successOf(
    outgoing.get(signed(config, 'create', { meetingID: `parley-${id}`, name, lockSettingsDisableCam: `${voiceOnly}` })),
  )
  if ('reason' in reply) throw noConnection(NAME, reply.reason)
  const field = (tag: string) => new RegExp(`<${tag}>([\\w .-]{1,100})</${tag}>`).exec(reply.body)?.[1]
  if (field('messageKey') === 'checksumError') throw badRequest(`Error authenticating to the ${NAME} server`)
  const createTime = field('createTime')
  if (field('returncode') !== 'SUCCESS' || createTime === undefined)
    throw badRequest(`${NAME} server returned an unexpected error: ${field('returncode') ?? 'no return code'}`)
  return signed(config, 'join', {
    meetingID: `parley-${id}`,
    role: user.id === moderator ? 'MODERATOR' : 'VIEWER',
    fullName: user.fullName,
    // Without it, the address could also enter a later call of the same id.
    createTime,
  })
}

/** An API call of BigBlueButton. Its checksum covers the name of the call, the parameters as sent, and the secret. */
function signed({ url, secret }: NonNullable<Config>, call: string, params: Readonly<Record<string, string>>): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex')
  return `${url}/api/${call}?${query}&checksum=${checksum}`
}
