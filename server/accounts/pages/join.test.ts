import { readdirSync, readFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { changeRealm } from '../../../test/people.ts'
import { useServer } from '../../../test/use-server.ts'

const PASSWORD = 'correct horse battery staple'
const { createInviteLink, fetchApiKey, getInvites, revokeInviteLink, sendInvites } = endpoints

describe('the page of an invitation', () => {
  const { server } = useServer()
  afterEach(async () => {
    await server.database.db.deleteFrom('invitation').execute()
  })

  const mails = () => {
    const folder = joinPath(server.ctx.config.dataDir, 'mail')
    return readdirSync(folder).map((name) => readFileSync(joinPath(folder, name), 'utf8').replaceAll('=\r\n', ''))
  }
  /** The path in the newest mail to that address. */
  const linkTo = async (email: string) => {
    await server.runJobs()
    const mail = mails().findLast((one) => one.includes(`To: ${email}`))
    return /http:\/\/[^/]+(\/join\/\S+)/.exec(mail ?? '')?.[1]?.replaceAll('=3D', '=')
  }
  const open = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, text: await answer.text() }
  }
  const invite = (invitee_emails: string) => server.owner.call(sendInvites, { invitee_emails, stream_ids: [] })
  const link = async () => new URL((await server.owner.call(createInviteLink, { invite_as: 600 })).invite_link).pathname

  test('somebody joins by the link in the mail, and can sign in', async () => {
    await invite('ann@example.com')
    const path = (await linkTo('ann@example.com'))!
    const { status, headers, text } = await open(path)
    expect(status).toBe(200)
    expect(text).toContain('value="ann@example.com"')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
    const wrong = await post(path, { full_name: 'Ann*', password: PASSWORD })
    expect(wrong.text).toContain('Invalid characters in name!')
    const joined = await post(path, { full_name: 'Ann', password: PASSWORD })
    expect(joined).toMatchObject({ status: 200, text: expect.stringContaining('Your account exists now.') })
    const { user_id } = await server.owner.call(fetchApiKey, { username: 'ann@example.com', password: PASSWORD })
    expect(server.realm.users.get(user_id!)).toMatchObject({ fullName: 'Ann', role: 400 })
    expect(await open(path)).toMatchObject({ status: 404, text: expect.stringContaining('This link does not work') })
    expect((await post(path, { full_name: 'Ann', password: PASSWORD })).status).toBe(404)
  })

  test('another address in the form does not count', async () => {
    await invite('bea@example.com')
    const path = (await linkTo('bea@example.com'))!
    await post(path, { email: 'boss@example.com', full_name: 'Bea', password: PASSWORD })
    expect(server.realm.userByEmail('boss@example.com')).toBeUndefined()
    expect(server.realm.userByEmail('bea@example.com')).toMatchObject({ fullName: 'Bea' })
  })

  test('a weak password is refused, and the form keeps the name', async () => {
    await invite('cleo@example.com')
    const { status, text } = await post((await linkTo('cleo@example.com'))!, { full_name: 'Cleo "', password: 'cleo' })
    expect([status, server.realm.userByEmail('cleo@example.com')]).toEqual([400, undefined])
    expect(text).toContain('role="alert"')
    expect(text).toContain('value="Cleo &quot;"')
    expect(text).not.toContain('value="cleo"')
  })

  test('a link asks for the address, and the mail to it proves it', async () => {
    const path = await link()
    expect((await open(path)).text).toContain('You get a mail with a link to go on.')
    // Without the mail there is no account, whatever else the form has.
    const early = { email: 'dan@example.com', full_name: 'Dan', password: PASSWORD, proof: 'x' }
    expect((await post(path, early)).text).toContain('We sent a mail to dan@example.com.')
    expect(server.realm.userByEmail('dan@example.com')).toBeUndefined()
    const proved = (await linkTo('dan@example.com'))!
    expect((await open(proved)).text).toContain('value="dan@example.com"')
    // The proof of one link is none for another.
    const another = await link()
    expect((await open(`${another}?${proved.split('?')[1]}`)).text).not.toContain('dan@example.com')
    expect((await post(proved, { full_name: 'Dan', password: PASSWORD })).status).toBe(200)
    expect(server.realm.userByEmail('dan@example.com')).toMatchObject({ fullName: 'Dan', role: 600 })
  })

  test('an address with an account gets no mail, and the page does not tell', async () => {
    const path = await link()
    const { text } = await post(path, { email: 'olivia@example.org' })
    expect(text).toContain('We sent a mail to olivia@example.org.')
    expect(await linkTo('olivia@example.org')).toBeUndefined()
  })

  test.each(['', 'nobody', 'a@b@c'])('%j is no address', async (email) => {
    expect(await post(await link(), { email })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Enter a valid email address.'),
    })
  })

  test('the rules for addresses count', async () => {
    const path = await link()
    await changeRealm(server, { emails_restricted_to_domains: true })
    const { text } = await post(path, { email: 'x@example.net' })
    await changeRealm(server, { emails_restricted_to_domains: false })
    expect(text).toContain('not allowed in this organization')
  })

  test('a link that is wrong or revoked does not work', async () => {
    const path = await link()
    expect((await open(path.replace(/\/$/, ''))).status).toBe(200)
    const [one] = (await server.owner.call(getInvites, {})).invites
    await server.owner.call(revokeInviteLink, { invite_id: one!.id })
    expect((await open(path)).status).toBe(404)
    expect((await post(path, { email: 'late@example.com' })).status).toBe(404)
    expect((await open('/join/aaaaaaaaaaaaaaaaaaaaaaaa/')).status).toBe(404)
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const guess = async () => (await fetch(`${server.url}/join/${'b'.repeat(24)}/`, { headers })).status
    for (let count = 0; count < 100; count += 1) expect(await guess()).toBe(404)
    expect(await guess()).toBe(429)
  })
})
