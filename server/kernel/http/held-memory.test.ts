import { describe, expect, it } from 'vitest'
import { heldAfter } from '../../../test/http/heap-fixture.ts'
import { createAddressReader, limitKey } from './request/client-address.ts'
import { clientName } from './request/client-name.ts'
import { parseFormBody } from './request/form.ts'
import { AnswerCache } from './request/remembered.ts'

const TIMES = 40
const kept: unknown[] = []
/** The memory that remains after many requests when one value of each is kept. */
const heldBy = (keep: (n: number) => unknown) =>
  heldAfter(() => {
    for (let n = 0; n < TIMES; n += 1) kept.push(keep(n))
  })

describe('the memory kept of a request', () => {
  const padding = 'x'.repeat(900_000)

  it('is the parameter, not the body that contained it', async () => {
    const body = (n: number) => Buffer.from(`client=a-client-with-a-name-${n}&padding=${padding}`)
    expect(await heldBy((n) => parseFormBody(body(n)).get('client'))).toBeLessThan(10)
  })

  it('is the name of the client, not its header', async () => {
    expect(await heldBy((n) => clientName(`a-client-with-a-name-${n}/${padding}`, undefined))).toBeLessThan(10)
  })

  it('is the name of the client, not the blanks around it', async () => {
    const blanks = ' '.repeat(900_000)
    expect(await heldBy((n) => clientName(undefined, `a-client-with-a-name-${n}${blanks}`))).toBeLessThan(10)
  })

  it('is the address of the client, not its forwarding header', async () => {
    const addressOf = createAddressReader(['10.0.0.1'])
    const request = (n: number) => ({
      socket: { remoteAddress: '10.0.0.1' },
      headers: { 'x-forwarded-for': `${padding},203.0.113.1${n}` },
    })
    expect(await heldBy((n) => limitKey(addressOf(request(n) as never).ip))).toBeLessThan(10)
  })
})

describe('header values that clients repeat with every request', () => {
  it('are cached when they have an ordinary length', () => {
    const remembered = new AnswerCache<number>()
    remembered.set('x'.repeat(400), 1)
    expect(remembered.get('x'.repeat(400))).toBe(1)
  })

  it('are not cached when they are longer, because many of them would fill the memory', () => {
    const remembered = new AnswerCache<number>()
    remembered.set('x'.repeat(4_000), 1)
    expect(remembered.get('x'.repeat(4_000))).toBeUndefined()
  })
})
