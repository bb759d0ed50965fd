import type { SendMailOptions } from 'nodemailer'
import { endpoints } from '../../api/endpoints/index.ts'
import { type MailLimit, type MailListener, receiveMail } from '../../server/outside/incoming-mail/receive-mail.ts'
import { newestIn } from '../channel-messages.ts'
import { type Person, startTestServer, type TestServer, type TestServerOptions } from '../harness.ts'
import { type SmtpAnswer, sendMail } from './mail-sender.ts'

export const DOMAIN = 'mail.example.org'

/** A server that receives mail, with Ann in her channel `lunch`. */
export interface MailServer {
  readonly server: TestServer
  readonly ann: Person
  readonly lunch: number
  readonly listener: MailListener
  /** An address that Ann has asked for, or somebody else. */
  address(asked?: AddressRequest): Promise<string>
  /** Sends to an address of Ann's, or to the given ones. */
  send(mail: SendMailOptions, to?: string | string[]): Promise<SmtpAnswer>
  /** Sends a mail as it is written here, with line ends of mail. */
  sendRaw(source: string | Buffer, to?: string | string[]): Promise<SmtpAnswer>
  /** The newest messages of a channel, the oldest first. */
  messages(channelId?: number): Promise<Message[]>
  newest(): Promise<Message>
  close(): Promise<void>
}

export interface AddressRequest {
  readonly by?: Person
  readonly channel?: number
  readonly sender?: number
  /** Instead of `show-sender`. */
  readonly options?: string
}

export interface Message {
  readonly id: number
  readonly sender: number
  readonly topic: string
  readonly content: string
}

export async function startMailServer(
  options: TestServerOptions & { readonly limit?: MailLimit } = {},
): Promise<MailServer> {
  const { limit = null, ...rest } = options
  const server = await startTestServer({ ...rest, env: { PARLEY_MAIL_IN_DOMAIN: DOMAIN, ...options.env } })
  const listener = await receiveMail(server.ctx, { host: '127.0.0.1', port: 0, domain: DOMAIN }, limit)
  const ann = await server.person('Ann')
  const created = await ann.client.call(endpoints.createChannel, { name: 'lunch', subscribers: [ann.id] })
  const lunch = created.id
  const address = async ({ by = ann, channel = lunch, sender, options }: AddressRequest = {}) => {
    const asked = { stream_id: channel, ...(sender === undefined ? {} : { sender_id: sender }) }
    const { email } = await by.client.call(endpoints.getStreamEmailAddress, asked)
    return options === undefined ? email : email.replace('.show-sender', options)
  }
  const send = async (mail: SendMailOptions, to?: string | string[]) =>
    sendMail(listener.port, to ?? (await address({ options: '' })), mail)
  const messages = async (channelId = lunch) => {
    const found = await newestIn(ann.client, channelId)
    return found.map(({ id, sender_id: sender, subject: topic, content }) => ({ id, sender, topic, content }))
  }
  return {
    server,
    ann,
    lunch,
    listener,
    address,
    send,
    sendRaw: (source, to) =>
      send({ raw: typeof source === 'string' ? source.replaceAll(/\r?\n/g, '\r\n') : source }, to),
    messages,
    newest: async () => (await messages()).at(-1)!,
    async close() {
      await listener.stop()
      await server.close()
    },
  }
}
