import {
  getUserStatus,
  updateStatus as updateStatusEndpoint,
  updateStatusForUser,
} from '../../../api/endpoints/user-status.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { route } from '../../kernel/http/route.ts'
import { boardOf } from '../presence/presence-board.ts'
import { sharePresence } from '../presence/update-presence.ts'
import { presentStatus } from '../sight/status-present.ts'
import { requireShownUser, requireStatusOf } from './access.ts'
import { setAway, updateStatus } from './update-status.ts'

export const statusRoutes = {
  updateStatus: route(updateStatusEndpoint, async (call) => {
    const { ctx, actor, params } = call
    requirePerson(actor.user)
    const isAwayChanged = await call.transact(async (tx) => {
      await updateStatus(tx, tx.actor.user, params)
      return params.away !== undefined && (await setAway(tx, params.away))
    })
    if (isAwayChanged)
      await sharePresence(boardOf(ctx, actor.realm), actor, !params.away, seconds(ctx.clock), (event, audience) =>
        call.emitEphemeral(event, audience),
      )
    return {}
  }),

  updateStatusForUser: route(updateStatusForUser, async (call) => {
    const { user_id: userId, ...status } = call.params
    await call.transact((tx) => updateStatus(tx, requireStatusOf(tx.actor, userId), status))
    return {}
  }),

  getUserStatus: route(getUserStatus, ({ actor, params }) => ({
    status: presentStatus(actor.realm, requireShownUser(actor, params.user_id)),
  })),
}
