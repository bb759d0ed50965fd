import type { Input } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** Alone: a running server would go on with code that does not know the new state. */
export const run = (input: Input): Promise<void> =>
  withDatabase(
    input,
    async ({ applied }) =>
      console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.'),
    { alone: true, mayFound: true },
  )
