import { randomUUID } from 'node:crypto'
import { createMailer } from '../../../kernel/mail/mailer.ts'
import { verifyMailServer } from '../../../kernel/mail/verify-mail-server.ts'
import type { Check } from '../check.ts'

export const mailCheck: Check = {
  name: 'mail',
  isWanted: ({ config, mailTo }) => config.smtpUrl !== null || mailTo !== null,
  async examine({ config, mailTo }) {
    if (config.smtpUrl === null) return 'There is no mail server: set PARLEY_SMTP_URL.'
    const { host } = new URL(config.smtpUrl)
    try {
      await verifyMailServer(config.smtpUrl)
      if (mailTo !== null) await createMailer(config).send(testMail(mailTo, config.url))
      return null
    } catch (error) {
      const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number }
      if (code === 'EAUTH')
        return `The mail server ${host} refuses the name or the password: correct them in PARLEY_SMTP_URL.`
      if (code === 'EENVELOPE')
        return `The mail server ${host} refuses the mail (${responseCode}): check PARLEY_MAIL_FROM and the address.`
      return `The mail server ${host} cannot be used (${code ?? message}): check PARLEY_SMTP_URL and the firewall.`
    }
  },
}

const testMail = (to: string, url: string) => ({
  to,
  subject: 'A test of Parley',
  text: `The server at ${url} can send mail. Somebody has run "parley doctor" there.\n`,
  id: randomUUID(),
})
