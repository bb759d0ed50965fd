import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { features } from '../server/features.ts'
import { readConfig } from '../server/kernel/base/config.ts'
import { createLogger } from '../server/kernel/base/logger.ts'
import { openPool } from '../server/kernel/db/database.ts'
import { migrate } from '../server/kernel/db/migrate.ts'
import { openContext } from '../server/open-context.ts'
import { createRealm } from '../server/operations/founding/create-realm.ts'
import { databasePrefix } from './database-name.ts'

export const OWNER = { fullName: 'Olivia Owner', email: 'olivia@example.org', password: 'correct horse battery staple' }
export const ORGANIZATION = { name: 'Test', host: 'localhost', owner: OWNER }

/** The databases that tests clone: `bare` has only tables, `ready` also has an organization and its owner. */
export type Template = 'bare' | 'ready'

export const templateName = (run: string, template: Template): string => `${databasePrefix(run)}${template}`

/** The data folder that belongs to the ready database: it has the secret. */
export const templateFolder = (folder: string): string => join(folder, 'template')

/** Makes both templates on the server. */
export async function makeTemplates(server: string, run: string, folder: string): Promise<void> {
  const urlOf = (template: Template) => databaseUrl(server, templateName(run, template))
  await onServer(server, `create database ${templateName(run, 'bare')}`)
  const database = openPool({ connectionString: urlOf('bare') })
  await migrate(database.db).finally(() => database.close())
  await onServer(server, `create database ${templateName(run, 'ready')} template ${templateName(run, 'bare')}`)
  await mkdir(templateFolder(folder))
  const config = readConfig({ PARLEY_DATA_DIR: templateFolder(folder), PARLEY_LOG_FORMAT: 'json' }, false)
  const logger = createLogger(config, process.stderr)
  const ctx = await openContext(config, { connection: { connectionString: urlOf('ready') } }, logger, features, {
    upkeep: false,
  })
  await createRealm(ctx, ORGANIZATION).finally(() => ctx.close())
}

export const removeTemplates = async (server: string, run: string): Promise<void> => {
  for (const template of ['bare', 'ready'] as const) await dropDatabase(server, templateName(run, template))
}

const INSUFFICIENT_PRIVILEGE = '42501'
const MAX_ATTEMPTS = 100

/** The database server may be cleaning up the tables just then. Only a superuser can end that, so others retry. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await onServer(server, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE || tries === MAX_ATTEMPTS) throw error
      await sleep(100)
    }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
