import { hash } from 'node:crypto'
import type { ReadMail } from './reading/read-mail.ts'

/** The same for a mail that comes again to the same address. A mail without an id is known by what it says. */
export const keyOfMail = (token: string, mail: ReadMail): string =>
  `mail ${digest([token, mail.messageId ?? contentOf(mail)])}`

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64')

const contentOf = ({ from, date, subject, plain, html, files }: ReadMail): unknown[] => [
  from.address,
  date,
  subject,
  plain?.whole,
  html?.whole,
  files.map(({ name, bytes }) => [name, hash('sha256', bytes, 'base64')]),
]
