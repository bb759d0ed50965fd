import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerProcess } from '../../test/faults/server-process.ts'
import { atMost, figure } from '../figure.ts'
import { residentBytes } from '../memory.ts'
import type { Scenario } from '../scenario.ts'

const MEGABYTE = 1024 * 1024
const IDLE = 4_000

export const start: Scenario = {
  id: 'B10',
  title: 'start on M, restart after kill -9, idle memory without the database',
  async run(bench) {
    const { dataDir } = await bench.mediumData()
    await bench.stopServer()
    const server = await ServerProcess.prepare({ dataDir, logFile: join(dataDir, 'bench.log') })
    const first: number[] = []
    const starts: number[] = []
    const restarts: number[] = []
    const idle: number[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      const newcomer = await ServerProcess.prepare()
      first.push((await newcomer.start()) / 1000)
      await newcomer.dispose()
      starts.push((await server.start()) / 1000)
      await sleep(IDLE)
      idle.push(residentBytes(server.pid) / MEGABYTE)
      restarts.push((await server.restart('SIGKILL')) / 1000)
      await server.stop()
    }
    return [
      figure({ scenario: 'B10', name: 'first start, empty folder', unit: 's', measured: first, target: atMost(5) }),
      figure({ scenario: 'B10', name: 'start to the first 200', unit: 's', measured: starts, target: atMost(1.5) }),
      figure({ scenario: 'B10', name: 'restart after kill -9', unit: 's', measured: restarts, target: atMost(1.5) }),
      figure({ scenario: 'B10', name: 'idle RSS', unit: 'MB', measured: idle, target: atMost(150) }),
    ]
  },
}
