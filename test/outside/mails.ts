import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../harness.ts'

export interface StoredMail {
  readonly to: string
  readonly subject: string
  /** Headers that are listed once, by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Empty for mail that is only text. */
  readonly html: string
}

const folderOf = (server: TestServer) => join(server.ctx.config.dataDir, 'mail')

/** Runs all jobs and takes the mails that the server has stored so far. They are read only once. */
export async function takeMails(server: TestServer): Promise<StoredMail[]> {
  await server.runJobs()
  const folder = folderOf(server)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const mail = parseMail(readFileSync(path, 'utf8'))
      rmSync(path)
      return mail
    })
}

/** The path of the first link in a mail that begins like this. */
export const linkIn = ({ text }: StoredMail, start: string): string => {
  const at = text.indexOf(start)
  if (at < 0) throw new Error(`The mail has no link ${start}: ${text}`)
  return /^\S+/.exec(text.slice(at))![0]
}

/** As far as our own mails need it: no attachments, and text in one part or in two, the second as HTML. */
export function parseMail(source: string): StoredMail {
  const { headers, body } = partOf(source)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [source] : body.split(`--${boundary}`).slice(1, -1)
  const [text = '', html = ''] = parts.map((part) => decoded(partOf(part.replace(/^\r\n/, ''))))
  return { to: headers.get('to') ?? '', subject: headers.get('subject') ?? '', headers, text, html }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function partOf(source: string): Part {
  const at = source.indexOf('\r\n\r\n')
  const head = source.slice(0, at).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const
    }),
  )
  return { headers, body: source.slice(at + 4) }
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(body.replaceAll('=\r\n', ''))
        : body
  return text.replaceAll('\r', '')
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** Words of a header that are not ASCII. */
const words = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind, coded) =>
      kind.toUpperCase() === 'B' ? Buffer.from(coded, 'base64').toString() : unquoted(coded.replaceAll('_', ' ')),
    )
