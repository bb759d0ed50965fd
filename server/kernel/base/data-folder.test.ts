import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataFolder, currentHolder } from './data-folder.ts'
import { processIdentity } from './live-process.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'parley.json')
const quiet = { info: (_: string) => {} }
const claim = (command: string, url: string | null, log = quiet) => claimDataFolder(folder, command, url, log)

test('a second server is refused with the address of the first one', async () => {
  await claim('serve', 'http://localhost:9991')
  expect(currentHolder(folder)).toMatchObject({ pid: process.pid, command: 'serve' })
  await expect(claim('serve', 'http://localhost:9992')).rejects.toThrow(
    `The data folder ${folder} is in use by the Parley server at http://localhost:9991 (process ${process.pid})`,
  )
})

test('a released folder is free, and nothing is left in it', async () => {
  const claimed = await claim('serve', 'http://localhost:9991')
  claimed.release()
  expect(currentHolder(folder)).toBe(null)
  expect(readdirSync(folder)).toEqual([])
})

test('files that a killed process left behind do not block the folder', async () => {
  const child = spawn('sleep', ['100'])
  const pid = child.pid ?? 0
  const left = { pid, identity: processIdentity(pid), command: 'serve', url: 'http://localhost:9991', node: 'killed' }
  writeFileSync(file(), JSON.stringify(left))
  await expect(claim('serve', 'http://x')).rejects.toThrow(/in use/)
  child.kill('SIGKILL')
  await new Promise((resolve) => child.on('exit', resolve))
  const { node, predecessor } = await claim('serve', 'http://localhost:9992')
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid, node })
  expect(predecessor).toBe('killed')
  expect(readdirSync(folder)).toEqual(['parley.json'])
})

test('a process number that belongs to another process counts as dead', async () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, identity: 'earlier', command: 'serve', url: 'http://x' }))
  await claim('fsck', null)
})

test('a damaged file does not block the folder', async () => {
  writeFileSync(file(), '{"pid":')
  await claim('serve', 'http://localhost:9991')
})

test('claiming waits for a short command', async () => {
  const command = await claim('fsck', null)
  setTimeout(() => command.release(), 250)
  await claim('serve', 'http://localhost:9991')
})

test('waiting for a command logs which one', async () => {
  const command = await claim('populate', null)
  const said: string[] = []
  const waiting = claim('serve', 'http://localhost:9991', { info: (text) => void said.push(text) })
  await expect
    .poll(() => said)
    .toEqual([`Waiting for "parley populate" (process ${process.pid}), which uses the data folder.`])
  command.release()
  await waiting
})
