import { makePassword } from '../../server/kernel/base/passwords.ts'
import { SETTINGS } from '../../server/kernel/base/settings.ts'
import type { Context } from '../../server/kernel/context.ts'
import { foundRealm } from '../../server/operations/founding/found-realm.ts'
import { ORG_TYPES, type OrgType } from '../../server/organization/realm/org-type.ts'
import { type Input, UsageError } from '../command.ts'
import { printCredentials } from '../credentials.ts'
import { hostName } from '../host-name.ts'
import { organizations } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  const name = organizationName(input.arguments[0] ?? '')
  const host = hostName('--host', input.option('host') ?? '')
  const type = orgType(input.option('type') ?? 'unspecified')
  const owner = {
    email: input.option('owner-email') ?? `owner@${host}`,
    fullName: input.option('owner-name') ?? 'Owner',
    password: makePassword(),
  }
  const work = async (ctx: Context) => {
    const { realmId, apiKey } = await foundRealm(ctx, { name, host, owner, type })
    const { state } = await ctx.realms.live(realmId)
    printCredentials({ ...owner, apiKey, url: ctx.addressOf(state) })
    if (ctx.realms.ids.length === 2) console.log(`\n${await secondOrganization(ctx)}`)
  }
  await withContext(input, work, { mayFound: true })
}

function orgType(text: string): OrgType {
  if (!Object.hasOwn(ORG_TYPES, text)) throw new UsageError(`"${text}" is not a type of organization.`)
  return text as OrgType
}

/** Checks the name by the same rule as the setting for the first organization. */
function organizationName(text: string): string {
  const wrong = SETTINGS.find((setting) => setting.name === 'PARLEY_ORG_NAME')?.check(text)
  if (wrong) throw new UsageError(`NAME ${wrong.problem}: ${wrong.remedy}.`)
  return text
}

/** Until now the first organization answered at every host, so its people may use a host that is not its own. */
async function secondOrganization(ctx: Context): Promise<string> {
  const places = (await organizations(ctx)).map(({ name, info }) => `${name} at ${info.host}`).join(', ')
  return `From now on each organization answers only at its own host: ${places}.`
}
