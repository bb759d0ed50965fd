import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAnswer } from './write-answer.ts'

let server: Server
let connections: { here: Socket; there: Socket }[]

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  connections = []
  for (const _ of [1, 2, 3]) {
    const accepted = once(server, 'connection')
    const there = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [here] = (await accepted) as [Socket]
    connections.push({ here, there })
  }
})
afterEach(() => {
  for (const { here, there } of connections) for (const socket of [here, there]) socket.destroy()
  server.close()
})

/** Mostly short ones, and sometimes a large one. */
const piece = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('', 'a', 'b', 'ä', 'bc', '€') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(20_000), 'y'.repeat(20_000), 'z'.repeat(70_000)) },
)
const answer = fc.record({
  to: fc.nat({ max: 2 }),
  head: fc.constantFrom('head', 'HEAD'),
  body: fc.tuple(piece, piece),
  when: fc.constantFrom('now' as const, 'later' as const),
})

test('every connection gets its answers complete and in order, whatever the buffer contained before', async () => {
  const read = async ({ there }: { there: Socket }, bytes: number): Promise<string> => {
    const chunks: Buffer[] = []
    for (let left = bytes; left > 0; left -= chunks.at(-1)!.length) chunks.push((await once(there, 'data'))[0])
    return Buffer.concat(chunks).toString()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 40, size: 'max' }), async (answers) => {
      const expected = ['', '', '']
      for (const { to, head, body, when } of answers) {
        writeAnswer(connections[to]!.here, head, body, Buffer.byteLength(body.join('')), when)
        expected[to] += head + body.join('')
      }
      const received = await Promise.all(
        connections.map((connection, i) => read(connection, Buffer.byteLength(expected[i]!))),
      )
      expect(received).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
