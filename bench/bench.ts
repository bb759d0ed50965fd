import { connectionOf } from '../server/db/connect.ts'
import { joinEmbedded } from '../server/db/embedded/embedded.ts'
import { ServerProcess } from '../test/faults/server-process.ts'
import { prepareData } from './data-set.ts'
import type { Bench, DataSet } from './scenario.ts'

/** What the scenarios share: one data set, one server. */
export function openBench(rounds: number): Bench {
  const say = (text: string) => console.error(`  ${text}`)
  let data: Promise<DataSet> | undefined
  let server: ServerProcess | undefined
  const mediumData = () => {
    data ??= prepareData('M', say)
    return data
  }
  return {
    rounds,
    say,
    mediumData,
    async runningServer() {
      server ??= await ServerProcess.start({ dataDir: (await mediumData()).dataDir })
      return server
    },
    async database() {
      const embedded = await joinEmbedded((await mediumData()).dataDir)
      if (!embedded) throw new Error('The database of the data set does not run.')
      return connectionOf(embedded, 'parley')
    },
    async stopServer() {
      await server?.stop()
      server = undefined
    },
  }
}
