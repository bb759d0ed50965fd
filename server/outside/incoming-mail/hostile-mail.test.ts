import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { breaches } from '../../../test/breaches.ts'
import { opened } from '../../../test/opened.ts'
import { startMailServer } from '../../../test/outside/mail-server.ts'

const { getAttachments, getMessage } = endpoints

describe('a hostile mail', () => {
  const at = opened(startMailServer)

  const HEAD = 'From: eve@outside.example\nSubject: x\nMIME-Version: 1.0\n'
  const headers = (lines: string, body = 'text') => at.sendRaw(`${lines}\n\n${body}`)
  const newest = async () => (await at.newest()).content
  const html = async (source: string, options = '') => {
    const mail = { subject: 'x', html: source }
    expect(await at.send(mail, await at.address({ options }))).toMatchObject({ code: 250 })
    const { id, content } = await at.newest()
    const { message } = await at.ann.client.call(getMessage, { message_id: id, apply_markdown: true })
    return { content, rendered: message.content }
  }

  test('with huge headers is refused, and larger than usual ones are read', async () => {
    expect(await headers(`${HEAD}X-Long: ${'x '.repeat(500_000)}`)).toMatchObject({ code: 554 })
    expect(await headers(`${HEAD}${'X-Many: y\n'.repeat(100_000)}X: z`)).toMatchObject({ code: 554 })
    expect(await headers(`${HEAD}To: ${'a@b.example, '.repeat(5_000)}c@d.example`)).toMatchObject({ code: 250 })
    expect(await newest()).toBe('text')
  })

  test('that is nested too deeply is refused, and one of some depth is read', async () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join('')
    expect(await at.sendRaw(`${HEAD}${nested(5_000)}\ndeep`)).toMatchObject({ code: 554 })
    expect(await at.sendRaw(`${HEAD}${nested(20)}\ndeep`)).toMatchObject({ code: 250 })
    expect(await newest()).toBe('deep')
  })

  test('with mails in mails is a message with a file', async () => {
    const inner = Array.from({ length: 200 }, () => 'Content-Type: message/rfc822\n\n').join('')
    const source = `${HEAD}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nouter\n--b\n${inner}Subject: inner\n\nin\n--b--\n`
    expect(await at.sendRaw(source)).toMatchObject({ code: 250 })
    expect(await newest()).toMatch(/^outer\n\n\[message\.eml\]\(\/user_uploads\/\S+\/message\.eml\)$/)
  })

  test('with a million lines is refused at once', async () => {
    expect(await at.sendRaw(Buffer.from(`${HEAD}\n${'\n'.repeat(1_000_000)}`))).toMatchObject({ code: 554 })
  })

  test('that exhausts the reader is put off, and the server goes on', async () => {
    const source = Buffer.from(`${HEAD}\n${'\n'.repeat(340_000)}`)
    expect((await at.sendRaw(source)).code).toBeOneOf([250, 451])
    expect(await at.send({ subject: 'after', text: 'still here' })).toMatchObject({ code: 250 })
    expect(await newest()).toBe('still here')
  })

  test.each([
    ['an unknown character set', 'text/plain; charset="x-no-such-set"', 'caf\xe9', /^caf./],
    ['a wrong character set', 'text/plain; charset=utf-8', 'caf\xe9', /^caf�$/],
    ['Latin 1', 'text/plain; charset=iso-8859-1', 'caf\xe9', /^café$/],
    ['zeros and controls', 'text/plain; charset=utf-8', 'a\x00b\x07c\x1bd\u202ee', /^abcd/],
  ])('in %s is read as far as possible', async (_, type, body, expected) => {
    const source = Buffer.from(
      `Date: ${type}\n${HEAD}Content-Type: ${type}\nContent-Transfer-Encoding: 8bit\n\n${body}`,
      'latin1',
    )
    expect(await at.sendRaw(source)).toMatchObject({ code: 250 })
    expect(await newest()).toMatch(expected)
  })

  test('with a broken subject has a topic', async () => {
    for (const subject of [
      '=?utf-8?q?=FF=FE?=',
      '=?x?x?x?=',
      '\u0000\u0007',
      '=?utf-8?b?////?=',
      '=?utf-8?q?a=0Ab?=',
    ]) {
      expect(await at.sendRaw(`From: eve@outside.example\nSubject: ${subject}\n\ntext`)).toMatchObject({ code: 250 })
      expect(await newest()).toBe('text')
    }
    expect((await at.newest()).topic).toBe('a b')
  })

  test('in HTML runs no script and loads nothing', async () => {
    const { content, rendered } = await html(`
      <style>p { color: red }</style><script>alert("<p>1</p>")</script>
      <p onclick="alert(2)">Hello <img src=x onerror=alert(3)> <svg onload=alert(4)><text>svg</text></svg></p>
      <a href="javascript:alert(5)">click</a> <a href="data:text/html,x">data</a> <iframe src="https://x.example"></iframe>
      <img src="https://tracker.example/pixel.png" width=1><form action="https://x.example"><textarea>area</textarea></form>
      &lt;script&gt;alert(6)&lt;/script&gt;`)
    expect(content).toBe('Hello\n\nclick data\n<script>alert(6)</script>')
    expect(rendered).not.toMatch(/<script|<img|<iframe|<svg|onerror|javascript:|tracker/)
  })

  test('in HTML cannot mention people or pretend to be somebody', async () => {
    const { rendered } = await html('<p>@<b></b>**Ann** @**all**</p><p>From: boss</p>', '.show-sender')
    expect(rendered).not.toContain('user-mention')
    expect(rendered).toContain('From: Hal Outside')
  })

  test('with names of files that are paths gets safe names', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\Windows\\system.ini',
      '..',
      '\u0000',
      'a](javascript:x) b.txt',
      '💥'.repeat(300),
    ]
    const attachments = names.map((filename) => ({ filename, content: 'x' }))
    const to = await at.address({ sender: at.ann.id, options: '' })
    expect(await at.send({ subject: 'x', text: 'x', attachments }, to)).toMatchObject({ code: 250 })
    const { attachments: kept } = await at.ann.client.call(getAttachments, {})
    expect(kept).toHaveLength(names.length)
    for (const { path_id: path } of kept) expect(path).toMatch(/^\d+\/[0-9a-f]{40}\/[^/\\]+$/)
    expect(kept.slice(0, 2).map(({ name }) => name)).toEqual(['passwd', 'system.ini'])
    const { id } = await at.newest()
    const { message } = await at.ann.client.call(getMessage, { message_id: id, apply_markdown: true })
    expect(message.content).not.toContain('href="javascript:')
    expect(await breaches(at.server)).toEqual([])
  })

  test('without a sender is a message from nobody', async () => {
    expect(await at.sendRaw('Subject: x\n\ntext', await at.address())).toMatchObject({ code: 250 })
    expect(await newest()).toBe('From: (unknown)\n\ntext')
    expect(await at.sendRaw('\n', await at.address())).toMatchObject({ code: 250 })
    expect(await newest()).toBe('From: (unknown)\n\n*(This email has no text.)*')
  })

  test('that costs too much to show is refused, and its files are not kept', async () => {
    const wide = `$$\\begin{matrix}${'&'.repeat(250)}\\end{matrix}$$ `
    const used = async () => (await at.ann.client.call(getAttachments, {})).upload_space_used
    const before = await used()
    const mail = { subject: 'x', text: wide.repeat(37), attachments: [{ filename: 'a.txt', content: 'abc' }] }
    expect(await at.send(mail)).toMatchObject({ code: 550 })
    expect(await used()).toBe(before)
    expect(await breaches(at.server)).toEqual([])
  })
})
