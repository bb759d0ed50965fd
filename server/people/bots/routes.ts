import {
  createBot as createBotEndpoint,
  getBotApiKey,
  getBots,
  regenerateBotApiKey,
  updateBot as updateBotEndpoint,
} from '../../../api/endpoints/bots.ts'
import { badRequest } from '../../../api/errors.ts'
import { route } from '../../kernel/http/route.ts'
import { type UploadCall, uploadRoute } from '../../kernel/http/upload-route.ts'
import { pictureUrl } from '../../kernel/realm-state/avatar.ts'
import { type AvatarFiles, withAvatar } from '../avatars/avatar-files.ts'
import { AVATAR_RULES } from '../avatars/avatar-rules.ts'
import { mayManageBot, requireActiveBot, requireMayCreateBot, requireMayCreateSome } from './access.ts'
import { createBot } from './create-bot.ts'
import { botOf, presentDefaults } from './present.ts'
import { regenerateBotKey } from './regenerate-bot-key.ts'
import { updateBot } from './update-bot.ts'

const RULES = { ...AVATAR_RULES, several: () => badRequest('You may only upload one file at a time') }

type PictureCall = Pick<UploadCall<typeof createBotEndpoint>, 'ctx' | 'actor' | 'file'>

/** Does something with the pictures of the uploaded file, or without one. */
const withPicture = <T>({ ctx, actor, file }: PictureCall, work: (avatar: AvatarFiles | null) => Promise<T>) =>
  file ? withAvatar(ctx.files, actor.realm.id, file, work) : work(null)

export const botRoutes = {
  getBots: route(getBots, ({ ctx, actor: { realm, user } }) => ({
    bots: [...realm.users.values()]
      .filter((bot) => bot.isBot && bot.isActive && bot.botOwnerId === user.id && mayManageBot(user, bot))
      .map((bot) => ({
        username: bot.apiEmail,
        full_name: bot.fullName,
        api_key: ctx.secret.unsealKey(bot.apiKeySealed),
        avatar_url: pictureUrl(bot, true),
        ...presentDefaults(realm, botOf(realm, bot.id)),
      })),
  })),

  createBot: uploadRoute(createBotEndpoint, { ...RULES, admit: requireMayCreateSome }, async (call) => {
    const { ctx, actor, params } = call
    requireMayCreateBot(actor, params.bot_type)
    const { user, bot, apiKey } = await withPicture(call, (avatar) =>
      call.transact((tx) => createBot(tx, ctx.secret, params, avatar)),
    )
    return {
      user_id: user.id,
      email: user.apiEmail,
      api_key: apiKey,
      avatar_url: pictureUrl(user, true),
      ...presentDefaults(actor.realm, bot),
    }
  }),

  updateBot: uploadRoute(updateBotEndpoint, RULES, async (call) => {
    const { realm } = call.actor
    const { bot_id: botId, ...update } = call.params
    requireActiveBot(call.actor, botId)
    const { user, released } = await withPicture(call, (avatar) =>
      call.transact((tx) => updateBot(tx, botId, update, avatar)),
    )
    await call.ctx.files.discard(released)
    const bot = botOf(realm, botId)
    const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
    return {
      full_name: user.fullName,
      avatar_url: pictureUrl(user, true),
      bot_owner: owner?.apiEmail ?? '',
      ...(bot.service ? { service_payload_url: bot.service.baseUrl, service_interface: bot.service.interface } : {}),
      ...presentDefaults(realm, bot),
    }
  }),

  getBotApiKey: route(getBotApiKey, ({ ctx, actor, params }) => ({
    api_key: ctx.secret.unsealKey(requireActiveBot(actor, params.bot_id).apiKeySealed),
  })),

  regenerateBotApiKey: route(regenerateBotApiKey, async (call) => ({
    api_key: await call.transact((tx) => regenerateBotKey(tx, call.ctx.secret, call.params.bot_id)),
  })),
}
