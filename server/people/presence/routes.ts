import {
  getPresence,
  getUserPresence,
  updatePresence as updatePresenceEndpoint,
} from '../../../api/endpoints/presence.ts'
import { badRequest } from '../../../api/errors.ts'
import { findShownUser, requirePerson } from '../../kernel/access/user-access.ts'
import { seconds } from '../../kernel/base/clock.ts'
import { rawRoute, route } from '../../kernel/http/route.ts'
import { boardOf, type PresenceBoard } from './presence-board.ts'
import { hasPresence, hidesPresence, presencesText, presentAllLegacy, presentOne, showAll } from './present.ts'
import { DAY, NOTHING_YET, updatePresence } from './update-presence.ts'

const HISTORY_DAYS = 14
const isId = (text: string): boolean => /^\d{1,10}$/.test(text)

/** A client that knows something gets all that is newer. Any other one gets the last days. */
function wantedHistory(board: PresenceBoard, known: number, days: number, now: number) {
  if (known > 0) return { changes: board.after(known), since: 0 }
  return { changes: days === 0 ? [] : board.after(known), since: now - days * DAY }
}

export const presenceRoutes = {
  updatePresence: rawRoute(updatePresenceEndpoint, async (call) => {
    const { ctx, actor, params, reply } = call
    requirePerson(actor.user)
    const now = seconds(ctx.clock)
    const board = boardOf(ctx, actor.realm)
    await updatePresence(board, actor, params.status, now, (event, audience) => call.emitEphemeral(event, audience))
    const known = params.last_update_id ?? NOTHING_YET
    if (params.ping_only) {
      reply.send(`"presence_last_update_id":${known}`)
      return
    }
    const isModern = params.slim_presence || params.last_update_id !== undefined
    const { changes, since } = wantedHistory(board, known, params.history_limit_days, now)
    const shown = showAll(actor.realm, actor.user, changes, since)
    const first = `"presence_last_update_id":${shown.newest ?? known},"server_timestamp":${ctx.clock.now() / 1000}`
    reply.send([first, ',"presences":', ...presencesText(shown, isModern)])
  }),

  getUserPresence: route(getUserPresence, async ({ ctx, actor, params: { user_id_or_email: who } }) => {
    const user = findShownUser(actor.realm, actor.user, isId(who) ? Number(who) : who)
    if (!user?.isActive) throw badRequest('No such user')
    if (user.isBot) throw badRequest('Presence is not supported for bot users.')
    const board = boardOf(ctx, actor.realm)
    await board.refresh()
    const presence = hasPresence(user) && !hidesPresence(actor.realm) ? board.of(user.id) : undefined
    if (!presence) throw badRequest(`No presence data for ${who}`)
    return {
      server_timestamp: ctx.clock.now() / 1000,
      presence: presentOne(presence, user, seconds(ctx.clock)),
    }
  }),

  getPresence: route(getPresence, async ({ ctx, actor }) => {
    const board = boardOf(ctx, actor.realm)
    await board.refresh()
    const since = seconds(ctx.clock) - HISTORY_DAYS * DAY
    return {
      server_timestamp: ctx.clock.now() / 1000,
      presences: presentAllLegacy(actor.realm, actor.user, board.after(NOTHING_YET), since),
    }
  }),
}
