import { StartupRefusal } from '../server/kernel/base/startup-refusal.ts'
import type { Context } from '../server/kernel/context.ts'
import type { RealmState } from '../server/kernel/realm-state/realm-state.ts'
import type { User } from '../server/kernel/realm-state/user.ts'

/** All organizations, oldest first. */
export const organizations = (ctx: Context): Promise<RealmState[]> =>
  Promise.all(ctx.realms.ids.map(async (id) => (await ctx.realms.live(id)).state))

/** The organization that `--org` names, or the only one. */
export async function organizationOf(ctx: Context, host: string | null): Promise<RealmState> {
  const all = await organizations(ctx)
  if (all.length === 0) throw new StartupRefusal('There is no organization yet: create one with "parley create-org".')
  const hosts = all.map((realm) => realm.info.host).join(', ')
  if (host === null && all.length > 1)
    throw new StartupRefusal(`There are several organizations: add --org with one of ${hosts}.`)
  const found = host === null ? all[0] : all.find((realm) => realm.info.host === host.toLowerCase())
  if (!found) throw new StartupRefusal(`There is no organization at ${host}: write one of ${hosts}.`)
  return found
}

export function accountOf(realm: RealmState, email: string): User {
  const user = realm.userByEmail(email)
  if (!user) throw new StartupRefusal(`There is no account ${email} in ${realm.name}: check its spelling.`)
  return user
}
