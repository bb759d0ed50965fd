import { runCommand } from '../../../api/endpoints/commands.ts'
import { badRequest } from '../../../api/errors.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { route } from '../../kernel/http/route.ts'
import { updateSettings } from '../../people/settings/update-settings.ts'
import { SETTING_COMMANDS } from './commands.ts'

export const commandRoutes = {
  runCommand: route(runCommand, async (call) => {
    const { command } = call.params
    if (!command.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.')
    const name = command.slice(1)
    // Clients measure how long the answer takes.
    if (name === 'ping') return { msg: '' }
    const found = SETTING_COMMANDS.get(name)
    if (!found) throw badRequest(`No such command: ${name}`)
    requirePerson(call.actor.user)
    const wanted = { values: found.values, timezone: undefined, emailAddressVisibility: undefined }
    const { unchanged } = await call.transact((tx) =>
      updateSettings(tx, { params: {}, wanted, passwordHash: undefined, secret: call.ctx.secret }),
    )
    return { msg: unchanged.length > 0 ? found.unchanged : found.changed }
  }),
}
