import { isDiskFull, refuse } from '../server/kernel/base/startup-refusal.ts'
import { isDatabaseAway } from '../server/kernel/log/database-failure.ts'

/** What happens to the machine while a command runs is no bug: it is told in one sentence. */
export function refusalMeanwhile(error: unknown): Error | null {
  if (!(error instanceof Error)) return null
  const why = error.message.split('\n')[0]!.replace(/[.:]$/, '')
  if (isDiskFull(error)) return refuse.diskFullMeanwhile(why)
  // The client of the object storage adds this to all of its errors, also to those of the network.
  if ('$metadata' in error) return refuse.bucketUnusable(why || error.name)
  return isDatabaseAway(error) ? refuse.databaseGoneMeanwhile(why) : null
}
