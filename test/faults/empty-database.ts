import pg from 'pg'
import { newDatabaseName } from '../database-name.ts'

/** An empty database, without any migration. */
export interface EmptyDatabase {
  readonly url: string
  query<Row>(statement: string): Promise<Row[]>
  close(): Promise<void>
}

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const server = process.env['PARLEY_TEST_DATABASE_URL']
  if (server === undefined) throw new Error('Run the tests by npm test: it starts their database.')
  const name = newDatabaseName()
  await once(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    query: (statement) => once(url.href, statement),
    close: async () => void (await once(server, `drop database ${name} with (force)`)),
  }
}

async function once<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}
