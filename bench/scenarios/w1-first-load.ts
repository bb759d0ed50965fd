import { atMost, figure } from '../figure.ts'
import type { Scenario } from '../scenario.ts'
import type { RecordingProxy } from '../web/proxy.ts'
import { isReadable, withReader } from '../web/reader.ts'

/** The app fails over this. It aims at 180. */
const MAX_KILOBYTES = 250
const SCRIPT = /^\/static\/web\/.*\.js$/

export const firstLoad: Scenario = {
  id: 'W1',
  title:
    'script of the first load, gzip: all that page and worker fetch until a conversation can be read and typed into',
  run: (bench) =>
    withReader(bench, async ({ proxy, topics, open }) => {
      proxy.asked.length = 0
      const { page, context } = await open()
      await page.goto(`${proxy.url}/${topics[0]}`, { waitUntil: 'commit' })
      await isReadable(page)
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
      const scripts = [...new Set(proxy.asked.filter((path) => SCRIPT.test(path)))]
      await context.close()
      const bytes = await Promise.all(scripts.map((path) => compressedSize(proxy, path)))
      for (const [index, path] of scripts.entries()) bench.say(`${path}: ${bytes[index]} bytes`)
      const measured = [bytes.reduce((sum, size) => sum + size, 0) / 1000]
      return [figure({ scenario: 'W1', name: 'script', unit: 'kB', measured, target: atMost(MAX_KILOBYTES) })]
    }),
}

/** The browser may have got Brotli, which is smaller. The limit is in gzip. */
async function compressedSize({ url }: RecordingProxy, path: string): Promise<number> {
  const answer = await fetch(url + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  const size = Number(answer.headers.get('content-length'))
  if (answer.headers.get('content-encoding') !== 'gzip' || !(size > 0)) throw new Error(`${path} is not compressed.`)
  return size
}
