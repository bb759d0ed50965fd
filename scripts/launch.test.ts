import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import serverFlags from '../server/operations/process/node-flags.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'parley-launch-'))
afterAll(() => rmSync(folder, { recursive: true }))

function launched(source: string, ...args: string[]) {
  const file = join(folder, 'program.ts')
  writeFileSync(file, source)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), file, ...args])
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = new Promise<{ code: number | null; out: string; errors: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, out, errors })),
  )
  return { child, ended }
}

test('TypeScript runs directly, with its arguments and without warnings, and its exit code is passed on', async () => {
  const source = `const words: string[] = process.argv.slice(2); console.log(words.join(' ')); process.exitCode = 7`
  expect(await launched(source, 'a', '--b').ended).toEqual({ code: 7, out: 'a --b\n', errors: '' })
})

test('serve runs with the flags of a server, and everything else without', async () => {
  const source = `console.log(JSON.stringify(process.execArgv.slice(1)))`
  expect((await launched(source, 'serve').ended).out).toBe(`${JSON.stringify(serverFlags)}\n`)
  expect((await launched(source, 'fsck').ended).out).toBe('[]\n')
})

test('a signal reaches the program, which decides when and how to end', async () => {
  const source = `
    process.on('SIGTERM', () => setTimeout(() => { console.log('drained'); process.exit(3) }, 50))
    setInterval(() => {}, 1000)
    console.log('ready')`
  const { child, ended } = launched(source)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 3, out: 'ready\ndrained\n', errors: '' })
})
