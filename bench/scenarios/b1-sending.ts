import { atLeast, type Figure, figure } from '../figure.ts'
import { openInsertFloor } from '../floor/inserts.ts'
import { channelOf, type Scenario } from '../scenario.ts'
import { ratios } from '../statistics.ts'
import { openSenders, warmUpSending } from './senders.ts'

const SENDERS = [1, 10, 50]
const WARM_UP = 1_500
const ROUND = 2_500

export const sending: Scenario = {
  id: 'B1',
  title: 'sends into a channel of 10 ÷ one-row INSERT commits with as many connections',
  async run(bench) {
    const data = await bench.mediumData()
    const server = await bench.runningServer()
    const channel = channelOf(data, 10)
    const members = data.users.slice(0, 10)
    const figures: Figure[] = []
    await warmUpSending(server.port, members, channel.id)
    for (const count of SENDERS) {
      const senders = await openSenders(server.port, members, channel.id, count)
      const floor = await openInsertFloor(await bench.database(), count)
      const measured: number[] = []
      const commits: number[] = []
      await senders.run(WARM_UP)
      await floor.run(WARM_UP / 3)
      for (let round = 0; round < bench.rounds; round += 1) {
        measured.push(await senders.run(ROUND))
        commits.push(await floor.run(ROUND))
      }
      senders.close()
      await floor.close()
      const target = atLeast(0.25)
      const ratio = ratios(measured, commits)
      figures.push(
        figure({ scenario: 'B1', name: `${count} senders`, unit: 'sends/s', measured, floor: commits, ratio, target }),
      )
    }
    return figures
  },
}
