import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../api/endpoints/index.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { opened } from '../../../test/opened.ts'
import { startSmtpReceiver } from '../../../test/outside/smtp-receiver.ts'
import { listJobs } from '../jobs/job-queries.ts'

const invite = (server: TestServer, invitee_emails: string) =>
  server.owner.call(endpoints.sendInvites, { invitee_emails, stream_ids: [] })

describe('with a mail server', () => {
  const receiver = opened(startSmtpReceiver)
  const server = opened(() =>
    startTestServer({
      env: { PARLEY_SMTP_URL: receiver.url, PARLEY_MAIL_FROM: 'Elsinore <chat@elsinore.example.org>' },
    }),
  )

  test('an invitation arrives with its link, each at its own address', async () => {
    await invite(server, 'ann@example.com, Bob <bob@example.com>')
    await server.runJobs()
    expect(receiver.mails.map(({ from, to }) => [from, ...to])).toEqual([
      ['chat@elsinore.example.org', 'ann@example.com'],
      ['chat@elsinore.example.org', 'bob@example.com'],
    ])
    const { source } = receiver.mails[0]!
    expect(source).toMatch(/^From: Elsinore <chat@elsinore\.example\.org>\r$/m)
    expect(source).toMatch(/^Subject: Olivia Owner invites you to /m)
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(source).toMatch(/^X-Mailer: Parley\r$/m)
    expect(source).toMatch(/http:\/\/\S+\/join\/[a-z2-7]{24}\//)
    expect(linkIn(source)).not.toBe(linkIn(receiver.mails[1]!.source))
  })

  test('it is sent again with the same link', async () => {
    const { invites } = await server.owner.call(endpoints.getInvites, {})
    await server.owner.call(endpoints.resendEmailInvite, { invite_id: invites[0]!.id })
    await server.runJobs()
    expect(receiver.mails[2]!.to).toEqual(['ann@example.com'])
    expect(linkIn(receiver.mails[2]!.source)).toBe(linkIn(receiver.mails[0]!.source))
  })

  test('a failure is listed among the jobs, and the next try sends the mail', async () => {
    receiver.refuseRecipients('451 Mailbox busy')
    const before = receiver.mails.length
    await invite(server, 'busy@example.com')
    await server.runJobs({ mayFail: true })
    const notices = async () => {
      const page = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false }
      const { messages } = await server.owner.call(endpoints.getMessages, page)
      return messages.filter(({ content }) => content.includes('busy@example.com')).map(({ content }) => content)
    }
    expect(await notices()).toEqual([
      expect.stringMatching(
        /^The invitation to `busy@example\.com` could not be sent: `.*451 Mailbox busy.*`\. The server tries again\.$/,
      ),
    ])
    expect(await listJobs(server.database.db, 'failed', 10)).toMatchObject([
      { task: 'invitation-mail', tries: 1, lastError: expect.stringContaining('451 Mailbox busy') },
    ])
    await server.runJobs({ retries: true, mayFail: true })
    receiver.refuseRecipients(null)
    await server.runJobs({ retries: true })
    expect(await notices()).toHaveLength(1)
    expect(receiver.mails.slice(before).map(({ to }) => to)).toEqual([['busy@example.com']])
  })

  test('a revoked invitation is not mailed', async () => {
    const before = receiver.mails.length
    await invite(server, 'revoked@example.com')
    const { invites } = await server.owner.call(endpoints.getInvites, {})
    const { id } = invites.find(({ email }) => email === 'revoked@example.com')!
    await server.owner.call(endpoints.revokeEmailInvite, { invite_id: id })
    await server.runJobs()
    expect(receiver.mails.length).toBe(before)
  })
})

test('without a mail server, mails are files that only the server can read', async () => {
  const server = await startTestServer()
  try {
    await invite(server, 'ann@example.com')
    await server.runJobs()
    const folder = join(server.ctx.config.dataDir, 'mail')
    const files = readdirSync(folder)
    expect(files).toEqual([expect.stringMatching(/^[\w.-]+\.eml$/)])
    const path = join(folder, files[0]!)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toMatch(/^To: ann@example\.com\r?$/m)
  } finally {
    await server.close()
  }
})

/** Long lines are folded on the way. */
const linkIn = (source: string): string | undefined =>
  /http:\S+\/join\/[a-z2-7]{24}\//.exec(source.replaceAll('=\r\n', ''))?.[0]
