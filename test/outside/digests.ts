import { endpoints } from '../../api/endpoints/index.ts'
import { TestClock } from '../clock.ts'
import { type Person, startTestServer, type TestServer } from '../harness.ts'
import { parseMail, type StoredMail } from './mails.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

const DAY = 86_400
const HOUR = 3_600
const MONDAY = 0

interface MessageRequest {
  readonly by?: Person
  readonly to?: string
  readonly topic?: string
}

/** An organization with digests on Mondays. */
export interface DigestWorld {
  readonly clock: TestClock
  readonly server: TestServer
  readonly smtpUrl: string
  readonly ann: Person
  readonly cid: Person
  /** Is away, and in no channel but the new one. */
  readonly bob: Person
  /** Of Ann, Bob and Cid. */
  readonly channel: string
  /** For names that were not used yet. */
  readonly count: number
  /** Goes to a Monday at ten o'clock, after everything that was. */
  begin(): Promise<void>
  /** The digests to some people since the last call, after the tasks and jobs that are due now. */
  mailed(...to: readonly Person[]): Promise<StoredMail[]>
  /** The same on the next day of digests. */
  aWeekLater(...to: readonly Person[]): Promise<StoredMail[]>
  write(content: string, written?: MessageRequest): Promise<number>
  refuseRecipients(line: string | null): void
  close(): Promise<void>
}

export async function startDigests(): Promise<DigestWorld> {
  const clock = new TestClock()
  const receiver = await startSmtpReceiver()
  const server = await startTestServer({ clock, env: { PARLEY_RATE_LIMITS: 'off', PARLEY_SMTP_URL: receiver.url } })
  const [ann, cid] = [await server.person('Ann'), await server.person('Cid')]
  let bob = ann
  let count = 0
  let seen = 0
  const channel = () => `lunch ${count}`
  const mailed = async (...to: readonly Person[]) => {
    await server.ctx.jobs.runRecurring()
    await server.runJobs()
    const mails = receiver.mails.slice(seen).map(({ source }) => parseMail(source))
    seen = receiver.mails.length
    const addresses = (to.length === 0 ? [bob] : to).map(({ email }) => email)
    return mails.filter((mail) => addresses.includes(mail.to) && mail.subject.startsWith('What happened while'))
  }
  return {
    ...{ clock, server, smtpUrl: receiver.url, ann, cid, mailed },
    get bob() {
      return bob
    },
    get channel() {
      return channel()
    },
    get count() {
      return count
    },
    async begin() {
      const now = clock.now() / 1000
      const monday = Math.floor((now / DAY + 3) / 7) * 7 - 3
      clock.pass((monday + 14) * DAY + 10 * HOUR - now)
      await server.owner.call(endpoints.updateRealm, { digest_emails_enabled: true, digest_weekday: MONDAY })
      count += 1
      bob = await server.person(`Bob ${count}`)
      await bob.client.call(endpoints.unsubscribe, { subscriptions: ['general'] })
      const principals = [ann.id, bob.id, cid.id]
      await ann.client.call(endpoints.subscribe, { subscriptions: [{ name: channel() }], principals })
      await server.runJobs()
      clock.pass(1)
      seen = receiver.mails.length
    },
    aWeekLater(...to) {
      clock.pass(7 * DAY)
      return mailed(...to)
    },
    async write(content, { by = ann, to = channel(), topic = 'soup' } = {}) {
      return (await by.client.call(endpoints.sendMessage, { type: 'channel', to, topic, content })).id
    },
    refuseRecipients: (line) => receiver.refuseRecipients(line),
    async close() {
      await server.close()
      await receiver.close()
    },
  }
}
