import type { Context } from '../../server/context.ts'
import { makePassword } from '../../server/passwords.ts'
import type { Input } from '../command.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const [email = ''] = input.arguments
    const password = makePassword()
    await setPassword(ctx, { org: input.option('org'), email, password })
    console.log(`The new password of ${email} is ${password}`)
  })

interface NewPassword {
  readonly org: string | null
  readonly email: string
  readonly password: string
}

async function setPassword(_ctx: Context, _wanted: NewPassword): Promise<void> {
  throw new Error('waiting for the action that sets a password')
}
