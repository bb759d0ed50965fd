import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { layCable } from '../../scripts/shots/cable.ts'
import { opened } from '../opened.ts'
import { useServer } from '../use-server.ts'
import { problemsOf } from './accessible.ts'
import { useApp } from './use-app.ts'

const { server, ann } = useServer({
  env: { PARLEY_MAX_FILE_UPLOAD_SIZE_MIB: '20' },
  members: ['ann'],
  channel: 'infra',
})
const cable = opened(() => layCable(server.url))
let folder: string

const MIB = 1024 * 1024

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const composer = () => page.getByRole('group', { name: /^Write to/ })
const text = () => expect.poll(() => message().inputValue())
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

/** Makes a file on the disk. */
function makeFile(name: string, size: number): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.alloc(size, 'x'))
  return path
}

async function choose(...files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button('Attach').click()
  await (await chooser).setFiles(files)
}

/** Drops files that have these names on the composer. */
const dropFiles = (names: readonly string[]) =>
  composer().evaluate((group, all) => {
    const dataTransfer = new DataTransfer()
    for (const name of all) dataTransfer.items.add(new File(['dropped'], name))
    group.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  }, names)

beforeAll(async () => {
  await ann.client.call(endpoints.sendMessage, { type: 'channel', to: 'infra', topic: 'files', content: 'here' })
  await ann.client.call(endpoints.updateSettings, { enter_sends: true })
  folder = mkdtempSync(join(tmpdir(), 'parley-web-files-'))
})

const { app, page } = useApp(cable, ann)
beforeAll(async () => {
  await app.go(`#narrow/channel/${server.channelId('infra')}/topic/files`)
  await page.getByRole('article').first().waitFor()
})
beforeEach(async () => {
  await message().fill('')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('several files are chosen, pasted and dropped, and their links are in the text', async () => {
  await message().fill('see ')
  await choose(makeFile('one.txt', 10), makeFile('two.txt', 10))
  await text().toMatch(/\[one\.txt\]\(\/user_uploads\/\S+one\.txt\)/)
  await text().toMatch(/\[two\.txt\]\(\/user_uploads\/\S+two\.txt\)/)
  await dropFiles(['dropped.txt'])
  await text().toMatch(/\[dropped\.txt\]/)
  await message().evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pasted'], 'image.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  })
  await text().toMatch(/^see \n?[\s\S]*\[image\.png\]/)
})

test('a file shows its progress and can be cancelled', async () => {
  await page.route('**/json/user_uploads', () => {})
  await message().fill('kept')
  await choose(makeFile('slow.txt', 1000))
  const progress = page.getByRole('progressbar', { name: 'Uploading slow.txt' })
  await progress.waitFor()
  expect(await progress.getAttribute('aria-valuenow')).toMatch(/^\d+$/)
  expect(await problemsOf(page)).toEqual([])
  await message().press('Enter')
  expect(await composer().getByRole('alert').textContent()).toContain('An upload is still running.')
  await button('Cancel upload of slow.txt').click()
  await expect.poll(() => progress.count()).toBe(0)
  expect(await message().inputValue()).toBe('kept')
  await page.unroute('**/json/user_uploads')
})

test('a large file goes on where a cut connection has left it', async () => {
  const path = makeFile('large.bin', 12 * MIB)
  const asked: string[] = []
  let isCut = false
  page.on('request', (request) => {
    if (request.url().includes('/json/tus')) asked.push(request.method())
    // The first piece has arrived.
    if (asked.filter((method) => method === 'PATCH').length === 2 && !isCut) {
      isCut = true
      cable.pullOut()
    }
  })
  await message().fill('with text ')
  await choose(path)
  await expect.poll(() => isCut).toBe(true)
  await page.getByRole('progressbar', { name: 'Uploading large.bin' }).waitFor()
  cable.plugIn()
  await text().toMatch(/^with text [\s\S]*\[large\.bin\]\(\/user_uploads\/\S+large\.bin\)/)
  // It asked how much the server has instead of beginning again.
  expect(asked.filter((method) => method === 'POST')).toHaveLength(1)
  expect(asked).toContain('HEAD')
  const { attachments } = await ann.client.call(endpoints.getAttachments, {})
  expect(attachments.find(({ name }) => name === 'large.bin')?.size).toBe(12 * MIB)
})

test('a file that is too large is refused before the upload', async () => {
  let requests = 0
  page.on('request', (request) => {
    if (/user_uploads|tus/.test(request.url())) requests += 1
  })
  await message().fill('kept')
  await choose(makeFile('huge.bin', 21 * MIB))
  await composer().getByRole('alert').getByText('huge.bin was not uploaded. It is larger than 20 MiB.').waitFor()
  expect(requests).toBe(0)
  await composer().getByRole('button', { name: 'Dismiss' }).click()
  expect(await message().inputValue()).toBe('kept')
})

test('the reason of the server is shown, and another try can help', async () => {
  await page.route('**/json/user_uploads', (route) => route.abort())
  await choose(makeFile('again.txt', 10))
  const failed = composer().getByRole('alert')
  await failed.getByText('again.txt was not uploaded. The server cannot be reached.').waitFor()
  await page.unroute('**/json/user_uploads')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await text().toMatch(/\[again\.txt\]/)
})

test('a file that disappears is said to be gone', async () => {
  const path = makeFile('gone.txt', 10)
  await page.route('**/json/user_uploads', (route) => route.abort())
  await message().fill('kept')
  await choose(path)
  await composer().getByRole('alert').waitFor()
  await page.unroute('**/json/user_uploads')
  rmSync(path)
  await composer().getByRole('button', { name: 'Try again' }).click()
  await composer().getByRole('alert').getByText('gone.txt was not uploaded. It is no longer there').waitFor()
  await composer().getByRole('button', { name: 'Dismiss' }).click()
  expect(await message().inputValue()).toBe('kept')
})

test('500 dropped files are refused in one sentence', async () => {
  await message().fill('kept')
  await dropFiles(Array.from({ length: 500 }, (_, index) => `${index}.txt`))
  await composer().getByRole('alert').getByText('These are 500 files. Attach at most 50 at a time.').waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(0)
  expect(await message().inputValue()).toBe('kept')
})
