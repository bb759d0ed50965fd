import { muteUser as muteUserEndpoint, unmuteUser as unmuteUserEndpoint } from '../../../api/endpoints/muted-users.ts'
import { route } from '../../kernel/http/route.ts'
import { muteUser, unmuteUser } from './mute-user.ts'

export const mutedUserRoutes = {
  muteUser: route(muteUserEndpoint, async (call) => {
    await call.transact((tx) => muteUser(tx, call.params.muted_user_id))
    return {}
  }),

  unmuteUser: route(unmuteUserEndpoint, async (call) => {
    await call.transact((tx) => unmuteUser(tx, call.params.muted_user_id))
    return {}
  }),
}
