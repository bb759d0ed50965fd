import { currentHolder } from '../../server/kernel/base/data-folder.ts'
import { readSecret } from '../../server/kernel/base/secret.ts'
import { StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import { type Db, openPool } from '../../server/kernel/db/database.ts'
import { examine } from '../../server/operations/doctor/examine.ts'
import { WAIT_SECONDS } from '../../server/operations/process/start-doctor.ts'
import type { Input } from '../command.ts'
import { withDatabase } from '../with-database.ts'

export async function run(input: Input): Promise<void> {
  let wasOpened = false
  try {
    await withDatabase(
      input,
      async ({ database }) => {
        wasOpened = true
        const { db, close } = openPool(database.connection)
        await report(input, db).finally(close)
      },
      { readOnly: true },
    )
  } catch (error) {
    if (wasOpened || !(error instanceof StartupRefusal)) throw error
    print('database', error.message)
    await report(input, null)
  }
}

async function report({ config, option, isOn }: Input, db: Db | null): Promise<void> {
  const patient = {
    config,
    db,
    secret: readSecret(config.secretFile),
    pid: currentHolder(config.dataDir)?.pid ?? process.pid,
    isStarting: false,
    mailTo: option('mail'),
    waitSeconds: isOn('quick') ? null : WAIT_SECONDS,
    signal: new AbortController().signal,
  }
  for await (const { name, problem } of examine(patient)) print(name, problem)
}

function print(name: string, problem: string | null): void {
  console.log(problem === null ? `ok       ${name}` : `problem  ${name}: ${problem}`)
  if (problem !== null) process.exitCode = 1
}
