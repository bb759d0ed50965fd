import type { RealmState } from '../../server/kernel/realm-state/realm-state.ts'
import type { Input } from '../command.ts'
import { organizations } from '../organization.ts'
import { printTable } from '../print-table.ts'
import { withContext } from '../with-context.ts'

const COLUMNS = ['id', 'host', 'name', 'state', 'people'] as const

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    printTable(COLUMNS, (await organizations(ctx)).map(presentOrg), input.isOn('json'))
  })

const presentOrg = (realm: RealmState) => ({
  id: realm.id,
  host: realm.info.host,
  name: realm.name,
  state: realm.isDeactivated ? 'deactivated' : 'active',
  people: [...realm.users.values()].filter(({ isActive, isBot }) => isActive && !isBot).length,
})
