import { serve } from '../../server/operations/process/main.ts'
import type { Input } from '../command.ts'

const LINGERING_MILLISECONDS = 500

export async function run({ config }: Input): Promise<void> {
  try {
    await serve(config)
  } finally {
    // Everything is closed or has timed out. A connection that is still open must not keep the process alive.
    setTimeout(() => process.exit(), LINGERING_MILLISECONDS).unref()
  }
}
