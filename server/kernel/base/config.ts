import { join, resolve } from 'node:path'
import { type CallsConfig, callsConfig } from './calls-config.ts'
import { DEFAULT_BACKUP_KEEP, DEFAULT_OIDC_NAME } from './service-settings.ts'
import { allOrNone, type Setting } from './setting.ts'
import {
  DEFAULT_INVITES_PER_DAY,
  DEFAULT_MAX_FILE_MIB,
  DEFAULT_SHELTER,
  SETTINGS,
  type SettingValue,
} from './settings.ts'
import { refuse } from './startup-refusal.ts'

/** The settings after reading and validation. settings.ts has the table of settings. */
export interface Config {
  readonly host: string
  readonly port: number
  /** The address people use, without a trailing slash. */
  readonly url: string
  readonly dataDir: string
  readonly shelterDir: string
  readonly secretFile: string
  readonly databaseUrl: string | null
  readonly firstStart: {
    readonly orgName: string | null
    readonly ownerName: string | null
    readonly ownerEmail: string | null
    readonly ownerPassword: string | null
  }
  /** The limit of invitations by email, for each organization in 24 hours. */
  readonly invitesPerDay: number
  /** Of each organization. Null: no limit. */
  readonly uploadQuotaMib: number | null
  /** The limit for one file. */
  readonly maxFileUploadSizeMib: number
  /** Null: files are on the disk. */
  readonly s3: S3Config | null
  /** Null: the server makes none by itself. */
  readonly backups: BackupsConfig | null
  /** Owners may export private data without consent. */
  readonly ownerFullExports: boolean
  readonly rateLimits: boolean
  /** Pictures, videos and pages that messages link to have previews. */
  readonly linkPreviews: boolean
  readonly metricsToken: string | null
  readonly jwtSecret: string | null
  readonly development: boolean
  readonly wireName: string
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Organizations can have weekly digests mailed. */
  readonly digestMail: boolean
  /** The domain of the email addresses of channels. Null: they have none. */
  readonly mailInDomain: string | null
  /** Where this process receives mail for that domain. Null: nowhere. */
  readonly mailIn: MailInConfig | null
  /** The service that passes push notifications on to devices. It may contain a name and a password. */
  readonly pushRelayUrl: string | null
  readonly trustedProxies: readonly string[]
  readonly outgoingAllow: readonly string[]
  readonly calls: CallsConfig
  /** The language model that summarizes conversations. Null: none. */
  readonly summaryModel: SummaryModelConfig | null
  /** The provider that people sign in with. Null: none. */
  readonly oidc: OidcConfig | null
  /** Keys of services where clients search for GIFs. Empty: none. */
  readonly gifKeys: GifKeys
  readonly logFormat: 'pretty' | 'json'
  readonly unsafeDatabase: boolean
}

export interface GifKeys {
  readonly giphy: string
  readonly tenor: string
  readonly klipy: string
}

export interface SummaryModelConfig {
  readonly url: string
  readonly model: string
  readonly key: string | null
}

/** A port for mail. */
export interface MailInConfig {
  readonly host: string
  readonly port: number
  readonly domain: string
}

/** A provider of OpenID Connect. */
export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** People see it. */
  readonly name: string
}

/** Object storage for files. */
export interface S3Config {
  /** Null: Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The backups that the server makes by itself. */
export interface BackupsConfig {
  readonly folder: string
  /** How many stay there. */
  readonly keep: number
  /** Null: they are not encrypted. */
  readonly passphraseFile: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and validates the settings. No other code reads the environment. */
export function readConfig(env: Environment, terminal: boolean = process.stdout.isTTY === true): Config {
  const value = checkedSettings(env)
  const port = Number(value('PARLEY_PORT') ?? 9991)
  const url = new URL(value('PARLEY_URL') ?? `http://localhost:${port}`)
  const dataDir = resolve(value('PARLEY_DATA_DIR') ?? 'data')
  return Object.freeze({
    host: value('PARLEY_HOST') ?? '127.0.0.1',
    port,
    url: url.origin,
    dataDir,
    shelterDir: resolve(value('PARLEY_SHELTER_DIR') ?? DEFAULT_SHELTER),
    secretFile: resolve(value('PARLEY_SECRET_FILE') ?? join(dataDir, 'secret')),
    databaseUrl: value('DATABASE_URL'),
    firstStart: Object.freeze({
      orgName: value('PARLEY_ORG_NAME'),
      ownerName: value('PARLEY_OWNER_NAME'),
      ownerEmail: value('PARLEY_OWNER_EMAIL'),
      ownerPassword: value('PARLEY_OWNER_PASSWORD'),
    }),
    invitesPerDay: number(value('PARLEY_INVITES_PER_DAY')) ?? DEFAULT_INVITES_PER_DAY,
    uploadQuotaMib: number(value('PARLEY_UPLOAD_QUOTA_MIB')),
    maxFileUploadSizeMib: number(value('PARLEY_MAX_FILE_UPLOAD_SIZE_MIB')) ?? DEFAULT_MAX_FILE_MIB,
    s3: objectStorage(value),
    backups: dailyBackups(value),
    ownerFullExports: value('PARLEY_OWNER_FULL_EXPORTS') === 'on',
    rateLimits: value('PARLEY_RATE_LIMITS') !== 'off',
    linkPreviews: value('PARLEY_LINK_PREVIEWS') !== 'off',
    jwtSecret: value('PARLEY_JWT_SECRET'),
    metricsToken: value('PARLEY_METRICS_TOKEN'),
    development: value('PARLEY_DEVELOPMENT') === 'on',
    wireName: value('PARLEY_WIRE_NAME') ?? 'service',
    smtpUrl: value('PARLEY_SMTP_URL'),
    mailInDomain: value('PARLEY_MAIL_IN_DOMAIN') ?? null,
    mailIn: incomingMail(value),
    digestMail: value('PARLEY_SMTP_URL') !== null && value('PARLEY_DIGEST_MAIL') !== 'off',
    mailFrom: value('PARLEY_MAIL_FROM') ?? `Parley <parley@${url.hostname}>`,
    pushRelayUrl: value('PARLEY_PUSH_RELAY_URL'),
    trustedProxies: Object.freeze(list(value('PARLEY_TRUSTED_PROXIES'))),
    outgoingAllow: Object.freeze(list(value('PARLEY_OUTGOING_ALLOW'))),
    calls: callsConfig(value),
    summaryModel: summaryModel(value),
    oidc: identityProvider(value),
    gifKeys: Object.freeze({
      giphy: value('PARLEY_GIPHY_API_KEY') ?? '',
      tenor: value('PARLEY_TENOR_API_KEY') ?? '',
      klipy: value('PARLEY_KLIPY_API_KEY') ?? '',
    }),
    logFormat: (value('PARLEY_LOG_FORMAT') as 'pretty' | 'json' | null) ?? (terminal ? 'pretty' : 'json'),
    unsafeDatabase: value('PARLEY_UNSAFE_DATABASE') === 'on',
  })
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))

const list = (text: string | null): string[] => text?.split(',').map((part) => part.trim()) ?? []

function objectStorage(value: SettingValue): S3Config | null {
  const keys = ['PARLEY_S3_BUCKET', 'PARLEY_S3_ACCESS_KEY_ID', 'PARLEY_S3_SECRET_ACCESS_KEY'] as const
  const found = allOrNone(value, keys, ['PARLEY_S3_ENDPOINT', 'PARLEY_S3_REGION'])
  if (!found) return null
  const [bucket, accessKeyId, secretAccessKey] = found
  const region = value('PARLEY_S3_REGION') ?? 'us-east-1'
  return Object.freeze({ endpoint: value('PARLEY_S3_ENDPOINT'), region, bucket, accessKeyId, secretAccessKey })
}

function dailyBackups(value: SettingValue): BackupsConfig | null {
  const folder = value('PARLEY_BACKUP_DIR')
  const keep = value('PARLEY_BACKUP_KEEP')
  const passphraseFile = value('PARLEY_BACKUP_PASSPHRASE_FILE')
  if (folder === null) {
    if (keep === null && passphraseFile === null) return null
    const remedy = 'set it, or remove PARLEY_BACKUP_KEEP and PARLEY_BACKUP_PASSPHRASE_FILE'
    throw refuse.setting('PARLEY_BACKUP_DIR', 'is missing', remedy)
  }
  return Object.freeze({
    folder: resolve(folder),
    keep: Number(keep ?? DEFAULT_BACKUP_KEEP),
    passphraseFile: passphraseFile === null ? null : resolve(passphraseFile),
  })
}

/** The domain alone is enough for a server that leaves receiving to another one on the same database. */
function incomingMail(value: SettingValue): MailInConfig | null {
  const [domain, port, host] = [
    value('PARLEY_MAIL_IN_DOMAIN'),
    value('PARLEY_MAIL_IN_PORT'),
    value('PARLEY_MAIL_IN_HOST'),
  ]
  if (port === null && host === null) return null
  const missing = domain === null ? 'PARLEY_MAIL_IN_DOMAIN' : port === null ? 'PARLEY_MAIL_IN_PORT' : null
  if (missing) throw refuse.setting(missing, 'is missing', 'set both PARLEY_MAIL_IN_DOMAIN and PARLEY_MAIL_IN_PORT')
  return Object.freeze({ host: host ?? '127.0.0.1', port: Number(port), domain: domain! })
}

function identityProvider(value: SettingValue): OidcConfig | null {
  const keys = ['PARLEY_OIDC_ISSUER', 'PARLEY_OIDC_CLIENT_ID', 'PARLEY_OIDC_CLIENT_SECRET'] as const
  const found = allOrNone(value, keys, ['PARLEY_OIDC_NAME'])
  if (!found) return null
  const [issuer, clientId, clientSecret] = found
  return Object.freeze({ issuer, clientId, clientSecret, name: value('PARLEY_OIDC_NAME') ?? DEFAULT_OIDC_NAME })
}

function summaryModel(value: SettingValue): SummaryModelConfig | null {
  const found = allOrNone(value, ['PARLEY_SUMMARY_URL', 'PARLEY_SUMMARY_MODEL'], ['PARLEY_SUMMARY_KEY'])
  if (!found) return null
  const [url, model] = found
  return Object.freeze({ url, model, key: value('PARLEY_SUMMARY_KEY') })
}

/** An empty value counts as not set, because a settings file may contain empty lines for settings. */
function checkedSettings(env: Environment): SettingValue {
  for (const setting of SETTINGS as readonly Setting[]) {
    const text = env[setting.name]
    const problem = text ? setting.check(text) : null
    if (problem) throw refuse.setting(setting.name, problem.problem, problem.remedy)
  }
  refuseUnknown(env)
  return (name) => env[name] || null
}

/** Refuses unknown settings. A misspelled setting would otherwise be ignored silently. */
function refuseUnknown(env: Environment): void {
  const known = new Set<string>(SETTINGS.map((setting) => setting.name))
  // Names with PARLEY_TEST_ belong to the test suite.
  const wrong = Object.keys(env).find((n) => n.startsWith('PARLEY_') && !n.startsWith('PARLEY_TEST_') && !known.has(n))
  if (wrong)
    throw refuse.setting(wrong, 'is not a setting of Parley', 'remove it, or look up its name with "parley --help"')
}
