import { ApiError } from '../../../api/errors.ts'
import { Busy } from '../../kernel/base/busy.ts'
import { Turns } from '../../kernel/base/turns.ts'
import type { Context } from '../../kernel/context.ts'
import { postMail } from './post-mail.ts'
import { readApart } from './reading/read-apart.ts'
import type { ReadMail } from './reading/read-mail.ts'
import type { Recipient } from './recipient.ts'
import { MailRefusal, tryAgain } from './refusal.ts'

export interface Envelope {
  /** Empty for mail that nobody may answer, such as reports of failed deliveries. */
  readonly from: string
  readonly recipients: readonly Recipient[]
  /** The domain of the addresses. */
  readonly domain: string
}

/** A mail of 25 MB has fewer. Each line costs a parser far more than its bytes. */
const MAX_MAIL_LINES = 350_000

/** Processes that read mail: the others wait. */
const readers = new Turns<string>({ turns: 2, perCaller: 1, waiting: 10, wait: 60_000 })

/** Returns when every message is committed, or the mail is one that is dropped. Throws `MailRefusal`. */
export async function takeMail(context: Context, envelope: Envelope, source: Uint8Array): Promise<void> {
  if (envelope.from === '') return drop(context, envelope, 'it has no return path')
  const mail = await readSource(context, envelope, source)
  const reason = whyDropped(context, envelope, mail)
  if (reason !== null) return drop(context, envelope, reason)
  const refusals: MailRefusal[] = []
  for (const recipient of envelope.recipients) {
    const refusal = await post(context, recipient, mail)
    if (refusal) refusals.push(refusal)
  }
  const [first] = refusals
  if (!first) return
  // One answer is for all recipients. When the mail comes again, those who are refused are refused one by one, and those
  // who have got it do not get it again.
  throw refusals.length === envelope.recipients.length && refusals.every(({ isFinal }) => isFinal) ? first : tryAgain()
}

async function readSource({ logger }: Context, { recipients }: Envelope, source: Uint8Array): Promise<ReadMail> {
  if (linesOf(source) > MAX_MAIL_LINES) throw new MailRefusal(554, 'The mail has too many lines')
  try {
    const reading = await readers.take(recipients[0]!.token, () => readApart(source))
    if ('mail' in reading) return reading.mail
    logger.info({ problem: reading.problem }, 'could not read a mail')
    throw new MailRefusal(554, 'The mail cannot be read')
  } catch (err) {
    if (err instanceof MailRefusal) throw err
    if (!(err instanceof Busy)) logger.warn({ err }, 'could not read a mail')
    throw tryAgain()
  }
}

const LINE_END = 10

function linesOf(source: Uint8Array): number {
  let count = 0
  for (let at = source.indexOf(LINE_END); at >= 0; at = source.indexOf(LINE_END, at + 1)) count += 1
  return count
}

/** Answers to it would come back, or it is one of the server's own. */
function whyDropped({ config }: Context, { domain }: Envelope, mail: ReadMail): string | null {
  if (mail.automatic !== null) return `it is automatic (${mail.automatic})`
  const from = mail.from.address.toLowerCase()
  const own = (/<([^<>]+)>\s*$/.exec(config.mailFrom)?.[1] ?? config.mailFrom).toLowerCase()
  return from === own || from.endsWith(`@${domain.toLowerCase()}`) ? 'it is from this server' : null
}

function drop({ logger, metrics }: Context, { from, recipients }: Envelope, reason: string): void {
  metrics.incomingMails.inc({ outcome: 'dropped' }, recipients.length)
  logger.info({ from, reason }, 'a mail was dropped')
}

/** Why the mail became no message. */
async function post(context: Context, recipient: Recipient, mail: ReadMail): Promise<MailRefusal | undefined> {
  const { logger, metrics } = context
  try {
    const { outcome, ...posted } = await postMail(context, recipient, mail)
    metrics.incomingMails.inc({ outcome })
    logger.info(posted, outcome === 'posted' ? 'a mail became a message' : 'a mail came again')
    return undefined
  } catch (err) {
    const refusal = refusalOf(err)
    metrics.incomingMails.inc({ outcome: refusal ? 'refused' : 'failed' })
    if (refusal) logger.info({ reason: refusal.message }, 'a mail was refused')
    else logger.error({ err }, 'a mail could not become a message')
    return refusal ?? tryAgain()
  }
}

/** Undefined for failures of the server. */
function refusalOf(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  const isFinal = error instanceof ApiError && error.code === 'BAD_REQUEST'
  return isFinal ? new MailRefusal(550, error.message.replace(/[^ -~]/g, '?')) : undefined
}
