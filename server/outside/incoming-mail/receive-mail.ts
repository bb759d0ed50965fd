import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { Context } from '../../kernel/context.ts'
import { findPlace } from './find-place.ts'
import { HeldBytes } from './held-bytes.ts'
import { type Recipient, readRecipient } from './recipient.ts'
import { MailRefusal, tryAgain } from './refusal.ts'
import { type Envelope, takeMail } from './take-mail.ts'

export interface MailListener {
  readonly port: number
  /** Finishes the mails that have arrived, and takes no others. */
  stop(): Promise<void>
}

export interface MailPort {
  readonly host: string
  readonly port: number
  readonly domain: string
}

/** Counts the mails to an address. */
export interface MailLimit {
  look(token: string): { readonly isExceeded: boolean }
  take(token: string): { readonly isExceeded: boolean }
}

export const MAX_MAIL_BYTES = 25 * 1_048_576
export const MAX_CONNECTIONS = 100
const MAX_MAIL_RECIPIENTS = 20
const IDLE_MILLISECONDS = 60_000
/** The limit counts for a connection, however slowly it sends. */
const MAX_CONNECTION_MILLISECONDS = 600_000

/**
 * Listens for mail to the addresses of channels. It is not a mail server for anything else: it knows no passwords, relays
 * nothing and sends no mail. A mail is acknowledged when its message is committed.
 */
export async function receiveMail(
  context: Context,
  { host, port, domain }: MailPort,
  limit: MailLimit | null,
): Promise<MailListener> {
  const { SMTPServer } = await import('smtp-server')
  const reception = new Reception(context, domain, limit)
  const server = new SMTPServer({
    ...OPTIONS,
    name: domain,
    onConnect({ id }, done) {
      reception.heard(id)
      if (server.connections.size > MAX_CONNECTIONS) makeRoom(server, reception)
      endLater(server, reception, id)
      done()
    },
    onClose: ({ id }) => reception.forget(id),
    onRcptTo({ address }, { id }, done) {
      reception.heard(id)
      void reception.check(address).then(() => done(), done)
    },
    onData: (stream, session, done) => void reception.take(stream, session, done),
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  // The connection was cut, for instance. The sender retries.
  server.removeAllListeners('error').on('error', (err) => context.logger.debug({ err }, 'a connection for mail failed'))
  return { port: (server.server.address() as AddressInfo).port, stop: () => stop(server, reception) }
}

const OPTIONS: SMTPServerOptions = {
  banner: 'Parley',
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  hideENHANCEDSTATUSCODES: false,
  logger: false,
  size: MAX_MAIL_BYTES,
  rejectOversized: true,
  // Silent ones make room before this is reached, unless very many come at once.
  maxClients: 2 * MAX_CONNECTIONS,
  maxRecipients: MAX_MAIL_RECIPIENTS,
  maxCommandLength: 2_048,
  socketTimeout: IDLE_MILLISECONDS,
}

/** What is decided about the mails of all connections. */
class Reception {
  readonly #context: Context
  readonly #domain: string
  readonly #limit: MailLimit | null
  /** Mails that have arrived and are not answered yet, by their connections. */
  readonly inHand = new Map<string, Promise<void>>()
  /** The connections, in the order in which they last said something about a mail. */
  readonly #order = new Set<string>()
  readonly #bytes = new HeldBytes()

  constructor(context: Context, domain: string, limit: MailLimit | null) {
    this.#context = context
    this.#domain = domain
    this.#limit = limit
  }

  heard(id: string): void {
    this.#order.delete(id)
    this.#order.add(id)
  }

  forget(id: string): void {
    this.#order.delete(id)
  }

  /** The connection that has been silent for the longest time. */
  get silent(): string | undefined {
    return [...this.#order].find((id) => !this.inHand.has(id))
  }

  /** Throws unless mail to the address is taken now. */
  async check(address: string): Promise<void> {
    const { logger, metrics } = this.#context
    try {
      const recipient = readRecipient(address, this.#domain)
      await findPlace(this.#context, recipient)
      if (this.#limit?.look(recipient.token).isExceeded) throw tooMany()
    } catch (err) {
      const isRefused = err instanceof MailRefusal
      metrics.incomingMails.inc({ outcome: isRefused ? 'refused' : 'failed' })
      if (isRefused) logger.info({ reason: err.message }, 'a mail was refused')
      else logger.error({ err }, 'could not check the address of a mail')
      throw isRefused ? err : tryAgain()
    }
  }

  async take(
    stream: SMTPServerDataStream,
    { id, envelope }: SMTPServerSession,
    done: (error?: Error) => void,
  ): Promise<void> {
    try {
      await this.#bytes.withMail(
        stream,
        () => this.heard(id),
        async (source) => {
          const recipients = new Map(envelope.rcptTo.map(({ address }) => this.#recipient(address)))
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const taking = this.#takeAll({ from, recipients: [...recipients.values()], domain: this.#domain }, source)
          this.inHand.set(id, taking)
          await taking
        },
      )
      done()
    } catch (error) {
      done(error instanceof MailRefusal ? error : tryAgain())
    } finally {
      this.inHand.delete(id)
    }
  }

  /** An address that is named twice counts once. */
  #recipient(address: string): [string, Recipient] {
    const recipient = readRecipient(address, this.#domain)
    return [recipient.token, recipient]
  }

  async #takeAll(envelope: Envelope, source: Uint8Array): Promise<void> {
    if (envelope.recipients.some(({ token }) => this.#limit?.take(token).isExceeded)) throw tooMany()
    await takeMail(this.#context, envelope, source)
  }
}

const tooMany = (): MailRefusal => new MailRefusal(452, 'This address got too many mails in a minute, try again later')

/** Ends a connection that stays too long. */
function endLater(server: SMTPServer, { inHand }: Reception, id: string): void {
  const end = () => {
    if (!inHand.has(id)) endConnection(server, id)
  }
  setTimeout(end, MAX_CONNECTION_MILLISECONDS).unref()
}

/** Ends silent connections, so that they keep nobody out. */
function makeRoom(server: SMTPServer, reception: Reception): void {
  const { silent } = reception
  if (silent === undefined) return
  reception.forget(silent)
  endConnection(server, silent)
}

function endConnection(server: SMTPServer, id: string): void {
  for (const connection of server.connections) if (connection.id === id) farewell(connection)
}

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never

function farewell(connection: Connection): void {
  connection.send(421, 'The server ends the connection, try again later')
  connection.close()
}

async function stop(server: SMTPServer, { inHand }: Reception): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(resolve))
  for (const connection of server.connections) if (!inHand.has(connection.id)) farewell(connection)
  await Promise.allSettled(inHand.values())
  // Their answers are written first.
  await new Promise((resolve) => setImmediate(resolve))
  for (const connection of server.connections) farewell(connection)
  await closed
}
