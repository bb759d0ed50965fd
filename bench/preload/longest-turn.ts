import { writeFileSync } from 'node:fs'

/**
 * Loaded into a server: how much processor time its longest turn of the event loop took, since the last time somebody
 * asked by SIGUSR2. Not the time that passed: that also tells what else the machine does. It looks in every turn, so the
 * server is never idle.
 */
const file = process.env['BENCH_LONGEST_TURN'] ?? ''
let longest = 0
let last = process.threadCpuUsage()

function look(): void {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
  setImmediate(look)
}

setImmediate(look)
process.on('SIGUSR2', () => {
  writeFileSync(file, `${longest}\n`)
  longest = 0
})
