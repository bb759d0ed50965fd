import { join } from 'node:path'
import pg from 'pg'
import { connectionOf } from '../server/kernel/db/connect.ts'
import { joinEmbedded } from '../server/kernel/db/embedded/embedded.ts'
import { ServerProcess } from '../test/faults/server-process.ts'
import { prepareData } from './data-set.ts'
import type { Bench, DataSet } from './scenario.ts'

/** The shared resources of the scenarios: one data set, one server. */
export function openBench(rounds: number, size: 'S' | 'M' = 'M'): Bench {
  const say = (text: string) => console.error(`  ${text}`)
  let data: Promise<DataSet> | undefined
  let server: ServerProcess | undefined
  const mediumData = () => {
    data ??= prepareData(size, say)
    return data
  }
  return {
    rounds,
    size,
    say,
    mediumData,
    async runningServer() {
      const { dataDir } = await mediumData()
      server ??= await ServerProcess.start({ dataDir, logFile: join(dataDir, 'bench.log') })
      return server
    },
    async database() {
      const embedded = await joinEmbedded((await mediumData()).dataDir)
      if (!embedded) throw new Error('The database of the data set does not run.')
      return connectionOf(embedded, 'parley')
    },
    async stopServer() {
      if (server) await forgetQueues(await this.database())
      await server?.stop()
      server = undefined
    },
  }
}

/** The queues would outlive the run by an hour of the server's time, and each run leaves thousands. */
async function forgetQueues(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query('truncate event_queue')
  await client.end()
}
