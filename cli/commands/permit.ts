import type { Context } from '../../server/context.ts'
import { type Input, UsageError } from '../command.ts'
import { withContext } from '../with-context.ts'

const FLAGS = ['can_create_users', 'can_change_user_emails'] as const

interface Permission {
  readonly org: string | null
  readonly email: string
  readonly flag: (typeof FLAGS)[number]
  readonly on: boolean
}

export const run = async (input: Input): Promise<void> => {
  const [email = '', word = ''] = input.arguments
  const flag = FLAGS.find((known) => known === word)
  if (!flag) throw new UsageError(`"${word}" is not a right; there are ${FLAGS.join(' and ')}.`)
  const on = !input.isOn('off')
  await withContext(input, (ctx) => setFlag(ctx, { org: input.option('org'), email, flag, on }))
  console.log(`${email} ${on ? 'has' : 'no longer has'} ${flag}.`)
}

async function setFlag(_ctx: Context, _wanted: Permission): Promise<void> {
  throw new Error('waiting for the action that changes account flags')
}
