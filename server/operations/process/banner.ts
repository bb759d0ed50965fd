import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../../kernel/base/config.ts'
import { MAIL_FOLDER } from '../../kernel/mail/mailer.ts'

export interface StartFacts {
  readonly version: string
  readonly config: Config
  readonly organizations: readonly string[]
  readonly database: string
  /** From the start of the process to its first answer. */
  readonly milliseconds: number
}

/** The output of every start: at most ten lines for people, or the same as fields of one log record. */
export function banner({ version, config, organizations, database, milliseconds }: StartFacts) {
  const fields = {
    address: config.url,
    listening: placeOf(config),
    organization: organizations.join(', '),
    dataFolder: config.dataDir,
    database,
    mail: mailOf(config),
    stop: 'Ctrl-C or SIGTERM',
  }
  const lines = [
    `Parley ${version} is ready: first answer after ${(milliseconds / 1000).toFixed(2)} s`,
    `  address       ${fields.address} (listening on ${fields.listening})`,
    `  organization  ${fields.organization}`,
    `  data folder   ${fields.dataFolder}`,
    `  database      ${fields.database}`,
    `  mail          ${fields.mail}`,
    `  to stop       ${fields.stop}`,
    ...warnings(config).map((text) => `  WARNING       ${text}`),
  ]
  return { fields: { ...fields, warnings: warnings(config) }, lines }
}

const mailOf = ({ smtpUrl, dataDir, mailIn }: Config): string => {
  const out =
    smtpUrl === null
      ? `stored as files in ${join(dataDir, MAIL_FOLDER)} (set PARLEY_SMTP_URL to send it)`
      : `sent through ${new URL(smtpUrl).host}`
  return mailIn === null ? out : `${out}; received for ${mailIn.domain} on ${placeOf(mailIn)}`
}

const placeOf = ({ host, port }: { host: string; port: number }): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`

function warnings(config: Config): string[] {
  return [
    config.development && 'PARLEY_DEVELOPMENT=on: anybody on this machine can sign in as anybody',
    config.unsafeDatabase && 'PARLEY_UNSAFE_DATABASE=on: a crash may lose messages',
    !config.rateLimits && 'PARLEY_RATE_LIMITS=off: nothing limits how much anybody asks',
  ].filter((text) => text !== false)
}
