import { isIP } from 'node:net'
import { databasePlace } from './database-url.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './passwords.ts'
import { fullNameProblem, isEmail, MAX_FULL_NAME_LENGTH } from './person-rules.ts'
import { BACKUP_SETTINGS, CALLS_SETTINGS, OIDC_SETTINGS } from './service-settings.ts'
import { anyText, isUrl, NOT_USABLE, type Problem, type Setting, webUrl } from './setting.ts'
import { showsNothing } from './visible-text.ts'

const oneOf =
  (...words: string[]) =>
  (text: string) =>
    words.includes(text)
      ? null
      : { problem: `is "${text}"`, remedy: `write ${words.map((w) => `"${w}"`).join(' or ')}` }
const onOff = oneOf('on', 'off')

function database(text: string): Problem | null {
  const example = 'postgres://parley:password@db.example.org/parley'
  const remedy = `write an address such as ${example}, with @ / ? # % in the password as %40 %2F %3F %23 %25`
  return databasePlace(text) === null ? { problem: NOT_USABLE, remedy } : null
}

function mailServer(text: string): Problem | null {
  const remedy = 'write an address such as smtp://user:password@mail.example.org:587'
  return isUrl(text, 'smtp:', 'smtps:') ? null : { problem: NOT_USABLE, remedy }
}

function port(text: string): Problem | null {
  const fits = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535
  return fits ? null : { problem: `is "${text}"`, remedy: 'write a port number from 1 to 65535' }
}

function host(text: string): Problem | null {
  const fits = isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
  return fits
    ? null
    : { problem: `is "${text}"`, remedy: 'write an address of this machine such as 127.0.0.1 or 0.0.0.0' }
}

function publicUrl(text: string): Problem | null {
  const example = 'https://chat.example.org'
  const parsed = URL.parse(text)
  // The text before the @ may be a password.
  const problem = text.includes('@') ? 'has an @ in it' : `is "${text}"`
  if (parsed && (parsed.search || parsed.hash || parsed.username || parsed.password || parsed.pathname !== '/')) {
    return { problem, remedy: `write only scheme and host, such as ${example}` }
  }
  return isUrl(text, 'http:', 'https:') ? null : { problem, remedy: `write an address such as ${example}` }
}

function email(text: string): Problem | null {
  return isEmail(text) ? null : { problem: `is "${text}"`, remedy: 'write an email address such as ada@example.org' }
}

function sender(text: string): Problem | null {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  return email(address) && { problem: `is "${text}"`, remedy: 'write a sender such as Parley <chat@example.org>' }
}

const MAX_ORGANIZATION_NAME_LENGTH = 40

function organization(text: string): Problem | null {
  const remedy = `write a name of 1 to ${MAX_ORGANIZATION_NAME_LENGTH} characters`
  if (showsNothing(text)) return { problem: 'is blank', remedy }
  const { length } = [...text]
  return length <= MAX_ORGANIZATION_NAME_LENGTH ? null : { problem: `has ${length} characters`, remedy }
}

function fullName(text: string): Problem | null {
  const remedy = `write a name of 1 to ${MAX_FULL_NAME_LENGTH} characters such as Ada Lovelace, without * \` \\ > " @`
  if (showsNothing(text)) return { problem: 'is blank', remedy }
  return fullNameProblem(text) === null ? null : { problem: `is "${text}"`, remedy }
}

function password(text: string): Problem | null {
  const [least, most] = [PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH]
  const fits = [...text].length >= least && [...text].length <= most
  const remedy = `write a password of ${least} to ${most} characters`
  return fits ? null : { problem: 'is too short or too long', remedy }
}

function word(text: string): Problem | null {
  const fits = /^[a-z][a-z0-9]{0,29}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write one word of small letters, such as service' }
}

function mebibytes(text: string): Problem | null {
  const fits = /^[1-9]\d{0,8}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write a whole number of MiB, such as 10240' }
}

const storageUrl = webUrl('write an address such as https://s3.example.org')
const modelUrl = webUrl('write the whole address, such as http://localhost:11434/v1/chat/completions')

/** Name and password are sent as they are meant, so a percent sign in them must be written as %25. */
function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null
  } catch {
    return false
  }
}

function relayUrl(text: string): Problem | null {
  const parsed = URL.parse(text)
  const isBare = parsed !== null && parsed.pathname === '/' && !parsed.search && !parsed.hash && isDecodable(parsed)
  const remedy = 'write an address such as https://name:password@push.example.org, without a path'
  return isUrl(text, 'http:', 'https:') && isBare ? null : { problem: NOT_USABLE, remedy }
}

const region = (text: string): Problem | null =>
  /^[a-z0-9-]{1,40}$/.test(text) ? null : { problem: `is "${text}"`, remedy: 'write a region such as eu-central-1' }

const MIN_TOKEN_LENGTH = 16

function token(text: string): Problem | null {
  // The characters that a header may contain after the word Bearer.
  const fits = /^[\w.~+/-]+=*$/.test(text) && text.length >= MIN_TOKEN_LENGTH
  const remedy = `write at least ${MIN_TOKEN_LENGTH} letters and digits, such as "openssl rand -hex 32" prints`
  return fits ? null : { problem: 'is too short or has other characters', remedy }
}

const modelKey = (text: string): Problem | null =>
  /^[\x21-\x7e]+$/.test(text)
    ? null
    : { problem: 'has characters that cannot be sent', remedy: 'write the key as the service shows it' }

const MIN_SECRET_LENGTH = 32

function tokenSecret(text: string): Problem | null {
  const remedy = `write at least ${MIN_SECRET_LENGTH} characters, such as "openssl rand -hex 32" prints`
  return text.length >= MIN_SECRET_LENGTH ? null : { problem: 'is too short', remedy }
}

function networks(text: string): Problem | null {
  const wrong = text
    .split(',')
    .map((part) => part.trim())
    .find((part) => !isNetwork(part))
  if (wrong === undefined) return null
  return { problem: `contains "${wrong}"`, remedy: 'write addresses or ranges separated by commas, such as 10.0.0.0/8' }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const domain = (text: string): Problem | null =>
  /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text) && text.length <= 253
    ? null
    : { problem: `is "${text}"`, remedy: 'write a domain such as mail.example.org' }

function invitations(text: string): Problem | null {
  const fits = /^[1-9]\d{0,5}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write a whole number of invitations, such as 100' }
}

/** Invitations by email of one organization in 24 hours. */
export const DEFAULT_INVITES_PER_DAY = 100

/** MiB of one uploaded file. */
export const DEFAULT_MAX_FILE_MIB = 100

export const DEFAULT_SHELTER = '/var/lib/parley-embedded'

/** All settings. `--help`, docs/operating.md and the validation use this table. */
export const SETTINGS = [
  { name: 'PARLEY_HOST', default: '127.0.0.1', meaning: 'address on which Parley listens', check: host },
  { name: 'PARLEY_PORT', default: '9991', meaning: 'port on which Parley listens', check: port },
  { name: 'PARLEY_URL', default: 'http://localhost:<port>', meaning: 'address that people use', check: publicUrl },
  {
    name: 'PARLEY_DATA_DIR',
    default: './data',
    meaning: 'folder of the embedded database and the uploads',
    check: anyText,
  },
  {
    name: 'PARLEY_SHELTER_DIR',
    default: DEFAULT_SHELTER,
    meaning: 'as root: folder for the embedded database if its user cannot enter the data folder or the checkout',
    check: anyText,
  },
  {
    name: 'PARLEY_SECRET_FILE',
    default: 'secret in the data folder',
    meaning:
      'file that encrypts keys and signs links; created at first start, the same on all nodes, part of every backup',
    check: anyText,
  },
  {
    name: 'DATABASE_URL',
    default: '–',
    meaning: 'an existing PostgreSQL (16 or newer) instead of the embedded one',
    secret: true,
    check: database,
  },
  { name: 'PARLEY_ORG_NAME', default: '–', meaning: 'first start: name of the organization', check: organization },
  { name: 'PARLEY_OWNER_NAME', default: '–', meaning: 'first start: name of its owner', check: fullName },
  { name: 'PARLEY_OWNER_EMAIL', default: '–', meaning: 'first start: email address of its owner', check: email },
  {
    name: 'PARLEY_OWNER_PASSWORD',
    default: '–',
    meaning: 'first start: password of its owner; values that are not given are generated and shown once',
    secret: true,
    check: password,
  },
  {
    name: 'PARLEY_INVITES_PER_DAY',
    default: `${DEFAULT_INVITES_PER_DAY}`,
    meaning: 'invitations by email that the people of one organization may send in 24 hours',
    check: invitations,
  },
  {
    name: 'PARLEY_UPLOAD_QUOTA_MIB',
    default: '–',
    meaning: 'MiB that the uploads of each organization may take together; without it there is no limit',
    check: mebibytes,
  },
  {
    name: 'PARLEY_MAX_FILE_UPLOAD_SIZE_MIB',
    default: `${DEFAULT_MAX_FILE_MIB}`,
    meaning: 'MiB that one uploaded file may have',
    check: mebibytes,
  },
  {
    name: 'PARLEY_S3_BUCKET',
    default: '–',
    meaning: 'bucket for uploaded files in object storage (S3); without it they are in the data folder',
    check: anyText,
  },
  { name: 'PARLEY_S3_ENDPOINT', default: 'Amazon', meaning: 'address of the object storage', check: storageUrl },
  { name: 'PARLEY_S3_REGION', default: 'us-east-1', meaning: 'region of the bucket', check: region },
  { name: 'PARLEY_S3_ACCESS_KEY_ID', default: '–', meaning: 'id of the key for the bucket', check: anyText },
  {
    name: 'PARLEY_S3_SECRET_ACCESS_KEY',
    default: '–',
    meaning: 'secret part of that key',
    secret: true,
    check: anyText,
  },
  ...BACKUP_SETTINGS,
  {
    name: 'PARLEY_OWNER_FULL_EXPORTS',
    default: 'off',
    meaning: '`on` lets owners export the private data of everybody without consent',
    check: onOff,
  },
  {
    name: 'PARLEY_GIPHY_API_KEY',
    default: '–',
    meaning: 'key of GIPHY, with which clients search for GIFs; they get it from the server',
    check: anyText,
  },
  {
    name: 'PARLEY_TENOR_API_KEY',
    default: '–',
    meaning: 'key of Tenor, with which clients search for GIFs; they get it from the server',
    check: anyText,
  },
  {
    name: 'PARLEY_KLIPY_API_KEY',
    default: '–',
    meaning: 'key of KLIPY, with which clients search for GIFs; they get it from the server',
    check: anyText,
  },
  {
    name: 'PARLEY_LINK_PREVIEWS',
    default: 'on',
    meaning: '`off` shows no previews of pictures, videos and pages in messages, and asks no other site for them',
    check: onOff,
  },
  { name: 'PARLEY_RATE_LIMITS', default: 'on', meaning: '`off` for load tests', check: onOff },
  {
    name: 'PARLEY_METRICS_TOKEN',
    default: '–',
    meaning: 'bearer token for requests to `/metrics` from other machines; without it, only this machine has access',
    secret: true,
    check: token,
  },
  {
    name: 'PARLEY_JWT_SECRET',
    default: '–',
    meaning: 'secret of JSON web tokens (HS256) that get API keys by `/jwt/fetch_api_key`; without it, no token does',
    secret: true,
    check: tokenSecret,
  },
  {
    name: 'PARLEY_DEVELOPMENT',
    default: 'off',
    meaning: '`on` enables sign-in without a password (`/dev_*`) for callers on this machine',
    check: onOff,
  },
  {
    name: 'PARLEY_WIRE_NAME',
    default: 'service',
    meaning: 'vendor word inside wire identifiers (`<word>_feature_level`), for existing clients of this API family',
    check: word,
  },
  {
    name: 'PARLEY_SMTP_URL',
    default: '–',
    meaning: 'server for outgoing mail; without it, mails are stored as files in the folder `mail` of the data folder',
    secret: true,
    check: mailServer,
  },
  {
    name: 'PARLEY_DIGEST_MAIL',
    default: 'on',
    meaning: '`off` sends no weekly digests; without `PARLEY_SMTP_URL` there are none either',
    check: onOff,
  },
  { name: 'PARLEY_MAIL_FROM', default: 'Parley <parley@host>', meaning: 'sender of outgoing mail', check: sender },
  {
    name: 'PARLEY_MAIL_IN_DOMAIN',
    default: '–',
    meaning:
      'domain of addresses for incoming mail: those of channels, and those for answers to mail about missed messages',
    check: domain,
  },
  {
    name: 'PARLEY_MAIL_IN_PORT',
    default: '–',
    meaning: 'port on which this server receives mail for that domain by SMTP; without it, this server receives none',
    check: port,
  },
  {
    name: 'PARLEY_MAIL_IN_HOST',
    default: '127.0.0.1',
    meaning: 'address of that port; the default receives mail only from this machine',
    check: host,
  },
  {
    name: 'PARLEY_PUSH_RELAY_URL',
    default: '–',
    meaning: 'push relay, which passes notifications on to devices; without it no device can register for them',
    secret: true,
    check: relayUrl,
  },
  {
    name: 'PARLEY_TRUSTED_PROXIES',
    default: '–',
    meaning: 'addresses or ranges of proxies whose forwarded addresses are trusted',
    check: networks,
  },
  {
    name: 'PARLEY_OUTGOING_ALLOW',
    default: '–',
    meaning:
      'addresses or ranges that webhooks, the push relay, video calls, single sign-on, linked pictures and files of a Slack import may have besides public ones',
    check: networks,
  },
  ...OIDC_SETTINGS,
  ...CALLS_SETTINGS,
  {
    name: 'PARLEY_SUMMARY_URL',
    default: '–',
    meaning: 'language model that summarizes conversations: the address of an OpenAI-compatible `/chat/completions`',
    check: modelUrl,
  },
  { name: 'PARLEY_SUMMARY_MODEL', default: '–', meaning: 'name of the model at that address', check: anyText },
  {
    name: 'PARLEY_SUMMARY_KEY',
    default: '–',
    meaning: 'key for that address, if needed',
    secret: true,
    check: modelKey,
  },
  { name: 'PARLEY_LOG_FORMAT', default: 'by terminal', meaning: '`pretty` or `json`', check: oneOf('pretty', 'json') },
  {
    name: 'PARLEY_UNSAFE_DATABASE',
    default: 'off',
    meaning: '`on` accepts a database whose durability is switched off',
    check: onOff,
  },
] as const satisfies readonly Setting[]

export type SettingName = (typeof SETTINGS)[number]['name']

/** The text of a setting, or null if it is not set. */
export type SettingValue = (name: SettingName) => string | null
