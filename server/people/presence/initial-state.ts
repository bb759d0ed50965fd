import { Json, type StateSlice } from '../../kernel/register/snapshot.ts'
import { boardFrom } from './presence-board.ts'
import { presencesText, showAll } from './present.ts'
import { DAY, NOTHING_YET } from './update-presence.ts'

export const presenceState: StateSlice = {
  types: ['presence'],
  take:
    ({ realm, user, spec, now, presenceDays }) =>
    async (db) => {
      const board = boardFrom(db, realm)
      await board.readFrom(db)
      const changes = presenceDays === 0 ? [] : board.after(NOTHING_YET)
      const shown = showAll(realm, user, changes, now - presenceDays * DAY)
      const presences = new Json(presencesText(shown, spec.slimPresence))
      return { presences, presence_last_update_id: shown.newest ?? NOTHING_YET, server_timestamp: now }
    },
}
