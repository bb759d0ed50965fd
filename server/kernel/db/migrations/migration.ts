import type { Kysely } from 'kysely'

export interface Migration {
  readonly name: string
  up(db: Kysely<unknown>): Promise<void>
}
