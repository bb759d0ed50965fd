import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKernel, manyBytes, mia } from '../../../../test/http/kernel-fixture.ts'
import { Wire } from '../../../../test/http/wire-fixture.ts'

/** An answer that is larger than the socket buffers, such as a full initial state. */
describe('an answer of many bytes', () => {
  let app: ReturnType<typeof createKernel>['app']
  let url: string
  beforeEach(async () => {
    app = createKernel().app
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  const ask = (how: string, more = '', method = 'GET') =>
    [`${method} /api/v1/raw?how=${how}${more} HTTP/1.1`, 'Host: x', `Authorization: ${mia.authorization}`, '', ''].join(
      '\r\n',
    )
  const large = ask('many%20bytes')
  const BYTES = manyBytes.reduce((sum, { length }) => sum + length, '{"result":"success","msg":"",}'.length)

  test('arrives complete, with its length, and the connection stays usable', async () => {
    const wire = new Wire(url)
    wire.write(large + ask('text'))
    const { status, head, body } = await wire.answer()
    expect([status, body.length]).toEqual([200, BYTES])
    expect(head).toEqual(expect.arrayContaining([`Content-Length: ${BYTES}`, 'Connection: keep-alive']))
    expect(JSON.parse(body)).toEqual({ result: 'success', msg: '', blanks: [], id: 5 })
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ id: 5 })
    wire.close()
  })

  test('may also be small, and lists the ignored parameters', async () => {
    const wire = new Wire(url)
    wire.write(ask('bytes', '&extra=1'))
    const answer = JSON.parse((await wire.answer()).body)
    expect(answer).toEqual({ result: 'success', msg: '', id: 5, ignored_parameters_unsupported: ['extra'] })
    wire.close()
  })

  test('has no body after HEAD', async () => {
    const wire = new Wire(url)
    wire.write(ask('many%20bytes', '', 'HEAD') + ask('text'))
    expect(await wire.answer({ isEmpty: true })).toMatchObject({ status: 200 })
    expect(JSON.parse((await wire.answer()).body)).toMatchObject({ id: 5 })
    wire.close()
  })

  test('waits for a client that does not read, while others are served', async () => {
    const [slow, other] = [new Wire(url), new Wire(url)]
    slow.pause()
    slow.write(large)
    for (let n = 0; n < 20; n += 1) {
      other.write(ask('text'))
      expect((await other.answer()).status).toBe(200)
    }
    slow.resume()
    expect((await slow.answer()).body.length).toBe(BYTES)
    for (const wire of [slow, other]) wire.close()
  })

  test('is dropped when its client disconnects, and the server continues', async () => {
    const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
    const gone = [1, 2, 3].map(() => new Wire(url))
    for (const wire of gone) {
      wire.pause()
      wire.write(large)
    }
    await expect.poll(connections).toBe(3)
    for (const wire of gone) wire.close()
    await expect.poll(connections).toBe(0)
    const wire = new Wire(url)
    wire.write(ask('text'))
    expect((await wire.answer()).status).toBe(200)
    wire.close()
  })
})
