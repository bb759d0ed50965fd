import { writeFileSync } from 'node:fs'

/**
 * Loaded into a server: measures the processor time of the longest turn of the event loop since the last SIGUSR2. It
 * does not measure the elapsed time, which also depends on other work on the machine. It runs in every turn, so the
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
