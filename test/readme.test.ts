import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { freePort, parleyProcess, temporaryFolder } from './parley-process.ts'

const run = promisify(execFile)
const folder = temporaryFolder()
afterAll(() => folder.remove())

const readme = readFileSync(join(dirname(import.meta.dirname), 'README.md'), 'utf8')
const [start = '', commands = ''] = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1])

/** The settings of the first block, as the shell would export them. */
const settings = Object.fromEntries(
  [...start.matchAll(/(PARLEY_\w+)=('[^']*'|\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll("'", ''),
  ]),
)

test('the quick start works as written, from the start to the first event', async () => {
  expect(start.trim().split('\n').at(-1)).toBe('npm start')
  const port = await freePort()
  const server = parleyProcess(['serve'], { dataDir: join(folder.path, 'data'), port, env: settings })
  try {
    await server.says('is ready')
    const script = `set -eu\n${commands.replaceAll('localhost:9991', `localhost:${port}`)}`
    const { stdout } = await run('sh', ['-c', script], { encoding: 'utf8' })
    const answers = stdout.trim().split(/(?<=\})\s*(?=\{"result")/)
    for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ result: 'success' })
    expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({
      events: [{ type: 'message', message: { subject: 'hello', display_recipient: 'general' } }],
    })
  } finally {
    server.child.kill('SIGTERM')
    expect(await server.ended()).toBe(0)
  }
})
