import { resolve } from 'node:path'
import { StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import { writeExportFile } from '../../server/operations/exports/write-export-file.ts'
import { stopRequested } from '../../server/operations/process/drain.ts'
import type { Input } from '../command.ts'
import { organizationOf } from '../organization.ts'
import { withContext } from '../with-context.ts'

export const run = (input: Input): Promise<void> =>
  withContext(input, async (ctx) => {
    const path = resolve(input.arguments[0] ?? '')
    const realm = await organizationOf(ctx, input.option('org'))
    const stopping = new AbortController()
    void stopRequested(() => process.exit(1)).then(() =>
      stopping.abort(new StartupRefusal(`The export was stopped: ${path} was not written.`)),
    )
    const size = await writeExportFile(ctx, realm, path, stopping.signal)
    console.log(`${realm.name} is exported to ${path} (${size} bytes).`)
  })
