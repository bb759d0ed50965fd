/** The answer to a mail that is not accepted. The text is one line of plain letters, for the sender's mail server. */
export class MailRefusal extends Error {
  override name = 'MailRefusal'
  /** The code of SMTP: 4xx asks for a retry, 5xx is final. */
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }

  get isFinal(): boolean {
    return this.responseCode >= 500
  }
}

export const noSuchAddress = (text: string): MailRefusal => new MailRefusal(550, text)

export const tryAgain = (): MailRefusal => new MailRefusal(451, 'The server cannot take the mail now, try again later')
