import { TIMEOUTS } from './mailer.ts'

/** Connects and signs in, and sends nothing. Throws the error of the mail server. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
