import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { makeFolder } from '../base/make-folder.ts'
import { MAILER } from './mailer-name.ts'

/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for mail programs that show HTML. */
  readonly html?: string
  /** Where answers go. To the sender if absent. */
  readonly replyTo?: string | undefined
  /** Where one click stops mail of this kind. Mail programs offer it beside the mail. */
  readonly unsubscribe?: string
  /** The same for every try of a job, so that a mail that is sent twice is recognized. */
  readonly id: string
}

/** Sends mail, or stores it where no mail server is set. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** A mail server that does not answer must not block a job for long: the job is retried. */
export const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** It is in the data folder. */
export const MAIL_FOLDER = 'mail'

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'url'>): Mailer {
  const { smtpUrl, mailFrom: from, url } = config
  const { hostname } = new URL(url)
  const messageOf = ({ to, subject, text, html, replyTo, unsubscribe, id }: Mail) => ({
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    messageId: `<${id}@${hostname}>`,
    // Automatic replies and out-of-office notices are not wanted.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Mailer': MAILER,
      ...(unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      // Loaded with the first mail: most processes send none.
      const { createTransport } = await import('nodemailer')
      if (smtpUrl === null) {
        const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(messageOf(mail))
        await store(join(config.dataDir, MAIL_FOLDER), `${mail.id}.eml`, message as Buffer)
        return
      }
      const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
      try {
        await transport.sendMail(messageOf(mail))
      } finally {
        transport.close()
      }
    },
  }
}

/** Whole or not at all; only the server's own user may read it. */
async function store(folder: string, name: string, bytes: Buffer): Promise<void> {
  makeFolder(folder, 0o700)
  const path = join(folder, name)
  await writeFile(`${path}.part`, bytes, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
