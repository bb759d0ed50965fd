import { serve } from '../../server/process/main.ts'
import type { Input } from '../command.ts'

const LINGERING_MILLISECONDS = 500

export async function run({ config }: Input): Promise<void> {
  try {
    await serve(config)
  } finally {
    // Everything was closed, or given up on in time: a connection that still lingers must not keep the process.
    setTimeout(() => process.exit(), LINGERING_MILLISECONDS).unref()
  }
}
