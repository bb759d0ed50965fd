import { features } from '../server/features.ts'
import type { Context } from '../server/kernel/context.ts'
import { openContext } from '../server/open-context.ts'
import type { Input } from './command.ts'
import { type Options, withDatabase } from './with-database.ts'

/**
 * Opens the context of the server for one command: next to a running server on its database, otherwise on our own. The
 * command's changes go through the same actions and the same log, so a running server applies them.
 */
export const withContext = (
  input: Input,
  work: (ctx: Context) => Promise<void>,
  options: Omit<Options, 'readOnly'> = {},
): Promise<void> =>
  withDatabase(
    input,
    async ({ database, log, folder }) => {
      const ctx = await openContext(input.config, database, log, features, folder ? { folder } : {})
      try {
        await work(ctx)
      } finally {
        await ctx.close()
      }
    },
    options,
  )
