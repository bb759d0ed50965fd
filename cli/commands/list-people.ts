import type { User } from '../../server/kernel/realm-state/user.ts'
import { loadPresence } from '../../server/people/presence/queries.ts'
import type { Input } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { printTable, timeText } from '../print-table.ts'
import { nameOfRole } from '../roles.ts'
import { withContext } from '../with-context.ts'

const COLUMNS = ['id', 'name', 'email', 'role', 'state', 'last_active'] as const

/** Without bots. Deactivated people are listed too. */
export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const realm = await organizationOf(ctx, input.option('org'))
    const presence = await loadPresence(ctx.database.db, realm.id, 0)
    const activeAt = new Map(presence.map((one) => [one.userId, one.activeAt]))
    const people = [...realm.users.values()].filter(({ isBot }) => !isBot).sort((a, b) => a.id - b.id)
    const rows = people.map((user) => presentPerson(user, activeAt.get(user.id) ?? null))
    printTable(COLUMNS, rows, input.isOn('json'))
  })

const presentPerson = (user: User, activeAt: number | null) => ({
  id: user.id,
  name: user.fullName,
  email: user.deliveryEmail,
  role: nameOfRole(user.role),
  state: user.isActive ? 'active' : 'deactivated',
  last_active: activeAt === null ? null : timeText(activeAt),
})
