import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServerProcess } from '../../test/faults/server-process.ts'
import { parleyProcess } from '../../test/parley-process.ts'
import { writeArchive } from '../archive.ts'
import { figure } from '../figure.ts'
import { post } from '../http/requests.ts'
import { signInOwner } from '../http/sign-in-owner.ts'
import { residentBytes } from '../memory.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { quantile } from '../statistics.ts'
import { startProber } from './prober.ts'

const MEGABYTE = 1024 * 1024
const PEOPLE = 200
const CHANNELS = 50
/** Sends pause for this long, so that they do not take the processor from the import. */
const PAUSE = 100
/** A small number with `--size S`, to try it. */
const MESSAGES = { S: 10_000, M: 1_000_000 } as const

export const importing: Scenario = {
  id: 'I1',
  title: 'import of a million messages beside a running server: rate, memory, sends meanwhile',
  onlyWhenNamed: true,
  async run(bench) {
    const count = MESSAGES[bench.size]
    const server = await ServerProcess.start({ env: { PARLEY_RATE_LIMITS: 'off' } })
    const folder = join(server.dataDir, 'archive')
    try {
      bench.say(`writing an archive of ${count} messages`)
      await writeArchive(folder, { people: PEOPLE, channels: CHANNELS, channelsEach: CHANNELS, messages: count })
      const owner = await signInOwner(server.url)
      const say = { type: 'direct', to: `[${owner.id}]`, content: 'Hello' }
      const prober = await startProber(server.port, post(owner, '/messages', say), PAUSE)
      const { seconds, most } = await importArchive(bench, server.dataDir, folder)
      const sends = (await prober.take()).toSorted((a, b) => a - b)
      await prober.stop()
      const sending = (name: string, measured: number) =>
        figure({ scenario: 'I1', name, unit: 'ms', measured: [measured] })
      return [
        sending('sends meanwhile p99', quantile(sends, 0.99)),
        sending('longest wait of a send, at the end', sends.at(-1) ?? 0),
        figure({ scenario: 'I1', name: 'messages a second', unit: '1/s', measured: [count / seconds] }),
        figure({ scenario: 'I1', name: 'largest RSS of the import', unit: 'MB', measured: [most / MEGABYTE] }),
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
      await server.dispose()
    }
  },
}

async function importArchive(bench: Bench, dataDir: string, folder: string) {
  const started = performance.now()
  const { child, ended, said } = parleyProcess(['import', 'zulip', folder], { dataDir })
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(child.pid!))
  }, 250)
  child.stderr!.on('data', (text: string) =>
    bench.say(`${text.trim()} (${Math.round(residentBytes(child.pid!) / MEGABYTE)} MB)`),
  )
  const code = await ended().finally(() => clearInterval(watch))
  if (code !== 0) throw new Error(`the import failed: ${said.errors}`)
  bench.say(said.out.trim())
  return { seconds: (performance.now() - started) / 1000, most }
}
