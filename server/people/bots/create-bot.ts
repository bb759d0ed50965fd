import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Secret } from '../../kernel/base/secret.ts'
import { claimFiles } from '../../kernel/files/claim-files.ts'
import { users } from '../../kernel/log/audience.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import type { Bot } from '../../kernel/realm-state/records/bot.ts'
import { BOT_TYPE, isAdministrator, ROLE, type User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import type { AvatarFiles } from '../avatars/avatar-files.ts'
import { emitGroupChanges } from '../groups/member-events.ts'
import { newApiKey } from '../users/api-key.ts'
import { requireOtherName } from '../users/change-name.ts'
import { emitUserAdded } from '../users/create-user.ts'
import { checkFullName } from '../users/full-name.ts'
import { insertAccount } from '../users/queries.ts'
import { managersOf, requireDefaultChannel, requireMayCreateBot } from './access.ts'
import { botEmail } from './bot-email.ts'
import { presentBot } from './present.ts'
import { countBotsMadeBy, saveBot } from './queries.ts'
import { checkInterface, checkPayloadUrl } from './webhook-service.ts'

export interface BotRequest {
  readonly full_name: string
  readonly short_name: string
  readonly bot_type: number
  readonly payload_url: string
  readonly interface_type: number
  readonly default_sending_stream?: string | undefined
  readonly default_events_register_stream?: string | undefined
  readonly default_all_public_streams?: boolean | undefined
}

export interface CreatedBot {
  readonly user: User
  readonly bot: Bot
  readonly apiKey: string
}

/** A new bot of the caller, with a key of its own. It is in no channel. */
export async function createBot(
  tx: CallTx,
  secret: Secret,
  wanted: BotRequest,
  avatar: AvatarFiles | null,
): Promise<CreatedBot> {
  const { realm, actor } = tx
  requireMayCreateBot(actor, wanted.bot_type)
  const fullName = checkFullName(wanted.full_name)
  const email = botEmail(realm, wanted.short_name)
  const service = serviceOf(wanted)
  const channels = defaultsOf(actor, wanted)
  requireOtherName(realm, fullName)
  await requireFewBots(tx)
  const apiKey = newApiKey()
  const account = {
    email,
    fullName,
    role: ROLE.member,
    passwordHash: null,
    apiKeyHash: secret.hashKey(apiKey),
    apiKeySealed: secret.sealKey(apiKey),
    canCreateUsers: false,
    bot: { type: wanted.bot_type, ownerId: actor.user.id },
    avatarToken: avatar?.token,
  }
  if (avatar) await claimFiles(tx, avatar.files)
  const row = await insertAccount(tx.db, realm.id, tx.now, account, realm.info)
  const user = userFromRow(row, realm.info.host)
  const bot: Bot = { userId: user.id, ...channels, service }
  await saveBot(tx.db, realm.id, bot)
  await emitUserAdded(tx, user)
  emitGroupChanges(tx, null, user)
  tx.emit({ type: 'realm_bot', op: 'add', bot: presentBot(realm, bot) }, users(...managersOf(realm, user)), {
    state: [{ put: 'bot', value: bot }],
  })
  tx.audit({ action: 'bot created', target: { kind: 'user', id: user.id }, details: { type: wanted.bot_type } })
  return { user, bot, apiKey }
}

/** Accounts stay forever in memory and in the state of all clients, so their number is limited. */
const MAX_BOTS_PER_PERSON = 100

async function requireFewBots({ db, actor: { realm, user } }: CallTx): Promise<void> {
  if (isAdministrator(user)) return
  if ((await countBotsMadeBy(db, realm.id, user.id, MAX_BOTS_PER_PERSON)) >= MAX_BOTS_PER_PERSON)
    throw badRequest(`You can create at most ${MAX_BOTS_PER_PERSON} bots.`)
}

/** Only outgoing webhooks have a service. */
const serviceOf = (wanted: BotRequest): Bot['service'] =>
  wanted.bot_type === BOT_TYPE.outgoingWebhook
    ? {
        baseUrl: checkPayloadUrl('payload_url', wanted.payload_url),
        interface: checkInterface(wanted.interface_type),
        token: newApiKey(),
      }
    : null

const defaultsOf = (actor: Actor, wanted: BotRequest) => ({
  sendingChannelId: requireDefaultChannel(actor, wanted.default_sending_stream ?? ''),
  eventsChannelId: requireDefaultChannel(actor, wanted.default_events_register_stream ?? ''),
  allPublicChannels: wanted.default_all_public_streams ?? false,
})
