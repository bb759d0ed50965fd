import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { Browser } from '../../../test/browser-visit.ts'
import type { Person } from '../../../test/harness.ts'
import { changeAccount } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const PASSWORD = 'correct horse battery staple'
const API_KEY = '/accounts/api-key/'

describe('the page with the API key', () => {
  const { server } = useServer()
  let ann: Person
  let browser: Browser
  let count = 0

  beforeEach(async () => {
    count += 1
    ann = await server.person(`Ann ${count}`)
    browser = new Browser(server)
    await browser.signIn(ann.email, PASSWORD)
  })

  const keyIn = (text: string) => /name="key"[^>]* value="(\w{32})"/.exec(text)?.[1]
  const works = async (key: string | undefined) => {
    const authorization = `Basic ${btoa(`${ann.email}:${key}`)}`
    return (await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })).status === 200
  }

  test('is for people who are signed in', async () => {
    const visitor = new Browser(server)
    const { status, headers } = await visitor.request(API_KEY)
    expect([status, headers.get('location')]).toEqual([303, '/login/?next=%2Faccounts%2Fapi-key%2F'])
    expect((await visitor.send(API_KEY, { password: PASSWORD })).status).toBe(403)
    expect((await browser.request('/accounts/devices/')).text).toContain(`<a href="${API_KEY}">`)
  })

  test('shows the key to somebody who knows the password, and to nobody else', async () => {
    const { text } = await browser.request(API_KEY)
    expect(text).not.toContain(ann.apiKey)
    const wrong = await browser.send(API_KEY, { password: 'wrong' })
    expect(wrong).toMatchObject({ status: 401, text: expect.stringContaining('This is not your password.') })
    expect(wrong.text).not.toContain(ann.apiKey)
    const right = await browser.send(API_KEY, { password: PASSWORD })
    expect([right.status, keyIn(right.text)]).toEqual([200, ann.apiKey])
    expect(right.headers.get('cache-control')).toContain('no-store')
  })

  test('does not let anybody guess the password', async () => {
    for (let tries = 0; tries < 5; tries += 1) await browser.send(API_KEY, { password: 'wrong' })
    const refused = await browser.send(API_KEY, { password: PASSWORD })
    expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Too many attempts.') })
    expect(refused.text).not.toContain(ann.apiKey)
  })

  test('replaces the key, which counts at once', async () => {
    const refused = await browser.send(API_KEY, { password: 'wrong', action: 'replace' })
    expect(refused.status).toBe(401)
    expect(await works(ann.apiKey)).toBe(true)
    const { text } = await browser.send(API_KEY, { password: PASSWORD, action: 'replace' })
    expect(keyIn(text)).not.toBe(ann.apiKey)
    expect([await works(keyIn(text)), await works(ann.apiKey)]).toEqual([true, false])
    const { entries } = await server.owner.call(endpoints.getAuditLog, {
      action: 'API key replaced',
      target_id: ann.id,
    })
    expect(entries).toMatchObject([{ actor_id: ann.id, address: '127.0.0.1', client: 'website' }])
  })

  test('asks an account without a password for none', async () => {
    await changeAccount(server, ann.id, { password_hash: null })
    expect((await browser.request(API_KEY)).text).not.toContain('name="password"')
    expect(keyIn((await browser.send(API_KEY, {})).text)).toBe(ann.apiKey)
  })

  test('accepts only its own form, and only of an active account', async () => {
    const forged = await browser.request(API_KEY, { method: 'POST', body: new URLSearchParams({ password: PASSWORD }) })
    expect(forged.status).toBe(403)
    await server.owner.call(endpoints.deactivateUser, { user_id: ann.id })
    const gone = await browser.request(API_KEY)
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/login/?next=%2Faccounts%2Fapi-key%2F'])
  })
})
