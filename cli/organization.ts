import type { Context } from '../server/context.ts'
import type { RealmState } from '../server/realm-state/realm-state.ts'
import { StartupRefusal } from '../server/startup-refusal.ts'

/** The organization that `--org` names, or the only one there is. */
export async function organizationOf(ctx: Context, host: string | null): Promise<RealmState> {
  const all = await Promise.all(ctx.realms.ids.map(async (id) => (await ctx.realms.live(id)).state))
  if (all.length === 0) throw new StartupRefusal('There is no organization yet: create one with "parley create-org".')
  const hosts = all.map((realm) => realm.info.host).join(', ')
  if (host === null && all.length > 1)
    throw new StartupRefusal(`There are several organizations: add --org with one of ${hosts}.`)
  const found = host === null ? all[0] : all.find((realm) => realm.info.host === host.toLowerCase())
  if (!found) throw new StartupRefusal(`There is no organization at ${host}: write one of ${hosts}.`)
  return found
}

/** Where its people reach it: while it is the only one, at the address of the server. */
export function addressOf(ctx: Context, host: string): string {
  if (ctx.realms.ids.length === 1) return ctx.config.url
  const { protocol, port } = new URL(ctx.config.url)
  return `${protocol}//${host}${port && `:${port}`}`
}
