import type { UserStatus } from '../../../api/objects/user-status.ts'
import { sightOf } from '../../kernel/realm-state/sight.ts'
import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { presentStatus } from '../sight/status-present.ts'

export const userStatusState: StateSlice = {
  types: ['user_status'],
  take({ realm, user: viewer }) {
    const sees = sightOf(realm, viewer)
    const user_status: Record<string, UserStatus> = {}
    for (const user of realm.users.values()) {
      if (!sees(user)) continue
      const status = presentStatus(realm, user)
      if (Object.keys(status).length > 0) user_status[user.id] = status
    }
    return { user_status }
  },
}
