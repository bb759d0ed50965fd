import { createTransport, type SendMailOptions } from 'nodemailer'

/** The answer of the mail server: its code and text. */
export interface SmtpAnswer {
  readonly code: number
  readonly text: string
}

/** Sends a mail to a mail server on this machine, and returns the answer, also a refusal. */
export async function sendMail(port: number, to: string | string[], mail: SendMailOptions): Promise<SmtpAnswer> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const from = mail.from ?? 'Hal Outside <hal@outside.example>'
  const envelope = mail.envelope ?? { from: 'hal@outside.example', to: [to].flat() }
  try {
    const { response } = await transport.sendMail({ ...mail, from, envelope })
    return { code: Number(response.slice(0, 3)), text: response }
  } catch (error) {
    const { responseCode = 0, response = String(error) } = error as { responseCode?: number; response?: string }
    return { code: responseCode, text: response }
  } finally {
    transport.close()
  }
}
