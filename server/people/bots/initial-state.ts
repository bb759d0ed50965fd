import type { StateSlice } from '../../kernel/register/snapshot.ts'
import { mayManageBot } from './access.ts'
import { botOf, presentBot } from './present.ts'

/** Bots that were deactivated are listed too: the list of accounts tells which. */
export const botsState: StateSlice = {
  types: ['realm_bot'],
  take: ({ realm, user }) => ({
    realm_bots: [...realm.users.values()]
      .filter((bot) => bot.isBot && mayManageBot(user, bot))
      .map((bot) => presentBot(realm, botOf(realm, bot.id))),
  }),
}
