import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeDirectly } from './direct-write.ts'

describe('writing to a connection without its stream', () => {
  let server: Server
  let here: Socket
  let there: Socket
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const accepted = once(server, 'connection')
    there = connect((server.address() as AddressInfo).port, '127.0.0.1')
    ;[here] = (await accepted) as [Socket]
  })
  afterEach(() => {
    here.destroy()
    there.destroy()
    server.close()
  })

  const read = async (bytes: number): Promise<string> => {
    let text = ''
    there.setEncoding('latin1')
    while (text.length < bytes) text += (await once(there, 'data'))[0]
    return text
  }

  test('the bytes arrive, and the stream has not seen them', async () => {
    writeDirectly(here, Buffer.from('[one][two]'), 5)
    writeDirectly(here, Buffer.from('[three][four]'), 0, 7)
    expect(here.bytesWritten).toBe(0)
    expect(await read(12)).toBe('[two][three]')
  })

  test('a reader that pauses gets everything in order, although the buffer is reused', async () => {
    there.pause()
    const buffer = Buffer.alloc(50_000)
    let expected = ''
    // Continue for a while after the socket buffers are full.
    for (let after = 0; after < 20; after += here.writableLength > 0 ? 1 : 0) {
      const letter = String.fromCharCode(97 + ((expected.length / buffer.length) % 26))
      buffer.fill(letter)
      expected += letter.repeat(buffer.length)
      writeDirectly(here, buffer)
      await nextTurn()
    }
    there.resume()
    expect(await read(expected.length)).toBe(expected)
  })

  test('data that waits in the stream goes first', async () => {
    here.cork()
    here.write('first ')
    writeDirectly(here, Buffer.from('second'))
    here.uncork()
    expect(await read(12)).toBe('first second')
  })

  test('the stream reports that the other side is gone', async () => {
    const failed = once(here, 'error')
    there.resetAndDestroy()
    here.pause()
    const ended = setInterval(() => writeDirectly(here, Buffer.from('anybody there?')), 1)
    const [error] = (await failed) as [NodeJS.ErrnoException]
    clearInterval(ended)
    expect(error.code).toMatch(/EPIPE|ECONNRESET/)
    expect(() => writeDirectly(here, Buffer.from('nobody'))).not.toThrow()
  })

  test('a connection that transforms its bytes gets them through its stream', async () => {
    const seen: string[] = []
    class Encrypted extends Socket {
      override _write(bytes: Buffer, _: string, done: () => void): void {
        seen.push(bytes.toString())
        done()
      }
    }
    const encrypted = new Encrypted()
    const connected = once(encrypted, 'connect')
    encrypted.connect((server.address() as AddressInfo).port, '127.0.0.1')
    await connected
    writeDirectly(encrypted, Buffer.from('secret'))
    expect(seen).toEqual(['secret'])
    encrypted.destroy()
  })
})
