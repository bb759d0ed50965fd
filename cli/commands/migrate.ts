import type { Input } from '../command.ts'
import { withDatabase } from '../with-database.ts'

/** Runs alone, because the code of a running server does not know the new schema. */
export const run = (input: Input): Promise<void> =>
  withDatabase(
    input,
    async ({ applied }) =>
      console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.'),
    { alone: true, mayFound: true },
  )
