import type { Context } from '../../server/kernel/context.ts'
import { openFileStore } from '../../server/kernel/files/open-store.ts'
import { createRealm } from '../../server/operations/founding/create-realm.ts'
import { populate } from '../../server/operations/populate/populate.ts'
import { SIZES } from '../../server/operations/populate/sizes.ts'
import { firstStart, printSignIn } from '../../server/operations/process/first-start.ts'
import { type Input, UsageError } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = async (input: Input): Promise<void> => {
  const size = SIZES.find((name) => name === input.option('size'))
  if (!size) throw new UsageError(`--size is one of ${SIZES.join(', ')}.`)
  const work = async (ctx: Context) => {
    await createFirstOrganization(ctx)
    const realm = await organizationOf(ctx, input.option('org'))
    const report = await populate(ctx.database.longDb, {
      size,
      realmId: realm.id,
      secret: ctx.secret,
      store: openFileStore(ctx.config),
      onProgress: progressLine(),
    })
    process.stderr.write('\n')
    if (input.isOn('json')) console.log(JSON.stringify(report))
    else console.log(`${realm.name} has people and messages of size ${size} now; --json would have printed their keys.`)
  }
  // It bypasses the log, so a running server would not see the data. It must have the data folder alone.
  await withContext(input, work, { alone: true, mayFound: true })
}

/** Does the same as the first start of the server on an empty folder. */
async function createFirstOrganization(ctx: Context): Promise<void> {
  const signIn = await firstStart(ctx.config, {
    hasOrganization: async () => ctx.realms.ids.length > 0,
    create: (wanted) => createRealm(ctx, wanted),
  })
  if (signIn) printSignIn(signIn, process.stderr, ctx.logger)
}

/** One line that is overwritten. Without a terminal, one line per step. */
function progressLine(): (step: string, share: number) => void {
  const terminal = process.stderr.isTTY
  return (step, share) => {
    const text = `${step} ${Math.round(share * 100)} %`
    if (terminal) process.stderr.write(`\r\x1b[K${text}`)
    else if (share === 1) process.stderr.write(`${text}\n`)
  }
}
