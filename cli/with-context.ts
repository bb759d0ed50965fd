import { type Context, openContext } from '../server/context.ts'
import type { Input } from './command.ts'
import { type Options, withDatabase } from './with-database.ts'

/**
 * Opens what the server has open, for one command: beside a running server on its database, otherwise on our own. What
 * the command changes goes through the same actions and the same log, so a running server follows it.
 */
export const withContext = (
  input: Input,
  work: (ctx: Context) => Promise<void>,
  options: Omit<Options, 'readOnly'> = {},
): Promise<void> =>
  withDatabase(
    input,
    async ({ database, log, folder }) => {
      const ctx = await openContext(input.config, database, log, folder ? { folder } : {})
      try {
        await work(ctx)
      } finally {
        await ctx.close()
      }
    },
    options,
  )
