import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from './place.ts'
import { openSetting, type Setting } from './setting.ts'

const MIB = 1_048_576
const SIZE = 1_024 * MIB
const WARM_UP = 64 * MIB
const MAX_GROWTH_MIB = 64
const SAMPLE_MILLISECONDS = 50
const BOUNDARY = 'parley-boundary'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="film.bin"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Linux only, like the other tests that look into a process. */
describe('a file of 1 GiB', () => {
  let setting: Setting
  let ann: Person

  beforeAll(async () => {
    setting = await openSetting(1, { env: { PARLEY_MAX_FILE_UPLOAD_SIZE_MIB: '1100' } })
    ann = setting.people[0]!
    // The first megabytes load code and fill the allocator: from then on memory must not depend on the size.
    await post(WARM_UP)
    await resume(WARM_UP)
  }, 120_000)
  afterAll(() => setting.close())

  const headers = () => ({ authorization: `Basic ${btoa(`${ann.email}:${ann.apiKey}`)}` })
  const block = Buffer.alloc(MIB, 'otters sing at noon ')
  function* bytesOf(size: number) {
    for (let sent = 0; sent < size; sent += MIB) yield block
  }

  /** Sends at the pace of the server. */
  async function send(
    method: string,
    path: string,
    more: Readonly<Record<string, string | number>>,
    chunks: Iterable<Uint8Array>,
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const sending = request(setting.server.url + path, { method, headers: { ...headers(), ...more } }, resolve)
    sending.on('error', reject)
    await pipeline(chunks, sending)
    return promise
  }

  async function post(size: number): Promise<string> {
    function* form() {
      yield Buffer.from(HEAD)
      yield* bytesOf(size)
      yield Buffer.from(TAIL)
    }
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    const length = HEAD.length + size + TAIL.length
    const answer = await send(
      'POST',
      '/api/v1/user_uploads',
      { 'content-type': type, 'content-length': length },
      form(),
    )
    return ((await json(answer)) as { url: string }).url
  }

  async function resume(size: number): Promise<string> {
    const tus = { 'Tus-Resumable': '1.0.0' }
    const created = await send('POST', '/api/v1/tus', { ...tus, 'Upload-Length': size }, [])
    const { pathname } = new URL(created.headers.location!)
    created.resume()
    const type = { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': size }
    const answer = await send('PATCH', pathname, { ...tus, ...type, 'Upload-Offset': 0 }, bytesOf(size))
    return ((await json(answer)) as { url: string }).url
  }

  async function download(url: string): Promise<string> {
    const answer = await send('GET', url, {}, [])
    const hash = createHash('sha256')
    for await (const chunk of answer) hash.update(chunk)
    return hash.digest('hex')
  }

  const residentMib = (): number =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${setting.server.pid}/status`, 'utf8'))![1]) / 1_024

  /** How much more memory the server has at most while something happens. */
  async function growthDuring<T>(what: string, work: () => Promise<T>): Promise<T> {
    const before = residentMib()
    let most = before
    const timer = setInterval(() => {
      most = Math.max(most, residentMib())
    }, SAMPLE_MILLISECONDS)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      console.log(`${what}: ${before.toFixed(0)} MiB before, at most ${most.toFixed(0)} MiB`)
      expect(most - before).toBeLessThan(MAX_GROWTH_MIB)
    }
  }

  test('is uploaded in one form, and downloaded, with flat memory', async () => {
    const url = await growthDuring('uploading 1 GiB in one form', () => post(SIZE))
    const whole = createHash('sha256')
    for (const chunk of bytesOf(SIZE)) whole.update(chunk)
    expect(await growthDuring('downloading 1 GiB', () => download(url))).toBe(whole.digest('hex'))
  }, 300_000)

  test('is uploaded by the resumable protocol with flat memory', async () => {
    await growthDuring('uploading 1 GiB by tus', () => resume(SIZE))
  }, 300_000)
})
