import { deactivateBot as deactivateBotEndpoint } from '../../../api/endpoints/bots.ts'
import { deactivateOwnUser, deactivateUser, reactivateUser } from '../../../api/endpoints/users.ts'
import { route } from '../../kernel/http/route.ts'
import { deactivateOneself, deactivateOther } from './deactivate-account.ts'
import { deactivateBot } from './deactivate-bot.ts'
import { reactivateAccount } from './reactivate-user.ts'

export const deactivationRoutes = {
  deactivateUser: route(deactivateUser, async (call) => {
    const { user_id: id, actions = {}, deactivation_notification_comment: comment } = call.params
    const wanted = {
      deleteProfile: actions.delete_profile ?? false,
      publicChannels: actions.delete_public_channel_messages ?? false,
      privateChannels: actions.delete_private_channel_messages ?? false,
      direct: actions.delete_direct_messages ?? false,
    }
    const released = await call.transact((tx) => deactivateOther(tx, id, wanted, comment))
    await call.ctx.files.discard(released)
    return {}
  }),

  deactivateOwnUser: route(deactivateOwnUser, async (call) => {
    await call.transact(deactivateOneself)
    return {}
  }),

  deactivateBot: route(deactivateBotEndpoint, async (call) => {
    await call.transact((tx) => deactivateBot(tx, call.params.bot_id))
    return {}
  }),

  reactivateUser: route(reactivateUser, async (call) => {
    await call.transact((tx) => reactivateAccount(tx, call.params.user_id))
    return {}
  }),
}
