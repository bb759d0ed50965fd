import pg from 'pg'
import { newDatabaseName } from '../database-name.ts'
import { databaseUrl, dropDatabase, onServer } from '../template.ts'

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
  await onServer(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  return { url, query: (statement) => once(url, statement), close: () => dropDatabase(server, name) }
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
