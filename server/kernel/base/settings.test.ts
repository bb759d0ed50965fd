import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { SETTINGS } from './settings.ts'

const RELAY =
  'PARLEY_PUSH_RELAY_URL is not a usable address: write an address such as https://name:password@push.example.org, without a path.'

test('without settings every value has its default', () => {
  expect(readConfig({}, false)).toEqual({
    host: '127.0.0.1',
    port: 9991,
    url: 'http://localhost:9991',
    dataDir: resolve('data'),
    shelterDir: '/var/lib/parley-embedded',
    secretFile: resolve('data/secret'),
    databaseUrl: null,
    firstStart: { orgName: null, ownerName: null, ownerEmail: null, ownerPassword: null },
    ownerFullExports: false,
    linkPreviews: true,
    gifKeys: { giphy: '', tenor: '', klipy: '' },
    rateLimits: true,
    metricsToken: null,
    development: false,
    wireName: 'service',
    smtpUrl: null,
    digestMail: false,
    mailFrom: 'Parley <parley@localhost>',
    trustedProxies: [],
    invitesPerDay: 100,
    uploadQuotaMib: null,
    maxFileUploadSizeMib: 100,
    s3: null,
    backups: null,
    jwtSecret: null,
    mailInDomain: null,
    mailIn: null,
    pushRelayUrl: null,
    oidc: null,
    outgoingAllow: [],
    calls: {
      jitsiUrl: 'https://meet.jit.si',
      bigBlueButton: null,
      nextcloud: null,
      constructorGroups: null,
      zoom: null,
      zoomOfPeople: null,
      webex: null,
    },
    summaryModel: null,
    logFormat: 'json',
    unsafeDatabase: false,
  })
  expect(readConfig({}, true).logFormat).toBe('pretty')
})

test('the configuration cannot be changed later', () => {
  const config = readConfig({}) as unknown as { port: number; trustedProxies: string[] }
  expect(() => {
    config.port = 1
  }).toThrow()
  expect(() => config.trustedProxies.push('10.0.0.1')).toThrow()
})

test('settings are read', () => {
  const config = readConfig({
    PARLEY_PORT: '8080',
    PARLEY_URL: 'https://chat.example.org/',
    PARLEY_DATA_DIR: '/srv/parley',
    PARLEY_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    PARLEY_RATE_LIMITS: 'off',
    PARLEY_INVITES_PER_DAY: '500',
    PARLEY_UPLOAD_QUOTA_MIB: '10240',
    PARLEY_PUSH_RELAY_URL: 'https://name:100%25@push.example.org',
    PARLEY_ORG_NAME: '',
  })
  expect(config.url).toBe('https://chat.example.org')
  expect(config.secretFile).toBe('/srv/parley/secret')
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  expect(config.rateLimits).toBe(false)
  expect(config.invitesPerDay).toBe(500)
  expect(config.uploadQuotaMib).toBe(10_240)
  expect(config.pushRelayUrl).toBe('https://name:100%25@push.example.org')
  expect(config.firstStart.orgName).toBe(null)
})

test('object storage has a region, and Amazon as its address, unless they are set', () => {
  const keys = { PARLEY_S3_BUCKET: 'files', PARLEY_S3_ACCESS_KEY_ID: 'id', PARLEY_S3_SECRET_ACCESS_KEY: 'key' }
  const s3 = { bucket: 'files', accessKeyId: 'id', secretAccessKey: 'key' }
  expect(readConfig(keys).s3).toEqual({ ...s3, endpoint: null, region: 'us-east-1' })
  const own = { ...keys, PARLEY_S3_ENDPOINT: 'http://127.0.0.1:9000', PARLEY_S3_REGION: 'here' }
  expect(readConfig(own).s3).toEqual({ ...s3, endpoint: 'http://127.0.0.1:9000', region: 'here' })
})

test('backups have a folder, and seven stay unless another number is set', () => {
  const folder = { PARLEY_BACKUP_DIR: '/srv/backup' }
  expect(readConfig(folder).backups).toEqual({ folder: '/srv/backup', keep: 7, passphraseFile: null })
  const all = { ...folder, PARLEY_BACKUP_KEEP: '30', PARLEY_BACKUP_PASSPHRASE_FILE: '/etc/passphrase' }
  expect(readConfig(all).backups).toEqual({ folder: '/srv/backup', keep: 30, passphraseFile: '/etc/passphrase' })
})

test('a provider of video calls is there with all of its settings, or not at all', () => {
  const address = { PARLEY_CALLS_BIGBLUEBUTTON_URL: 'https://bbb.example.org/bigbluebutton/' }
  expect(() => readConfig(address)).toThrow(
    'PARLEY_CALLS_BIGBLUEBUTTON_SECRET is missing: set PARLEY_CALLS_BIGBLUEBUTTON_URL, PARLEY_CALLS_BIGBLUEBUTTON_SECRET, or none of them.',
  )
  const { bigBlueButton } = readConfig({ ...address, PARLEY_CALLS_BIGBLUEBUTTON_SECRET: 'key' }).calls
  expect(bigBlueButton).toEqual({ url: 'https://bbb.example.org/bigbluebutton', secret: 'key' })
  expect(() => readConfig({ PARLEY_CALLS_ZOOM_API_URL: 'https://zoom.example.org' })).toThrow(
    'PARLEY_CALLS_ZOOM_ACCOUNT_ID is missing',
  )
})

test('a provider of single sign-on is there with all of its settings, or not at all', () => {
  const keys = { PARLEY_OIDC_ISSUER: 'https://login.example.org/', PARLEY_OIDC_CLIENT_ID: 'parley' }
  const missing =
    'PARLEY_OIDC_CLIENT_SECRET is missing: set PARLEY_OIDC_ISSUER, PARLEY_OIDC_CLIENT_ID, PARLEY_OIDC_CLIENT_SECRET, or none of them.'
  expect(() => readConfig(keys)).toThrow(missing)
  expect(() => readConfig({ PARLEY_OIDC_NAME: 'Example Login' })).toThrow('PARLEY_OIDC_ISSUER is missing')
  expect(readConfig({}).oidc).toBe(null)
  const oidc = { issuer: 'https://login.example.org/', clientId: 'parley', clientSecret: 'key' }
  const all = { ...keys, PARLEY_OIDC_CLIENT_SECRET: 'key' }
  expect(readConfig(all).oidc).toEqual({ ...oidc, name: 'Single sign-on' })
  expect(readConfig({ ...all, PARLEY_OIDC_NAME: 'Example Login' }).oidc).toEqual({ ...oidc, name: 'Example Login' })
})

test('a language model has an address, a name and perhaps a key', () => {
  const url = 'https://llm.example.org/v1/chat/completions?api-version=2'
  const address = { PARLEY_SUMMARY_URL: url }
  const missing = 'PARLEY_SUMMARY_MODEL is missing: set PARLEY_SUMMARY_URL, PARLEY_SUMMARY_MODEL, or none of them.'
  expect(() => readConfig(address)).toThrow(missing)
  expect(() => readConfig({ PARLEY_SUMMARY_KEY: 'key' })).toThrow('PARLEY_SUMMARY_URL is missing')
  const model = { ...address, PARLEY_SUMMARY_MODEL: 'small' }
  expect(readConfig(model).summaryModel).toEqual({ url, model: 'small', key: null })
  expect(readConfig({ ...model, PARLEY_SUMMARY_KEY: 'key' }).summaryModel).toEqual({ url, model: 'small', key: 'key' })
})

test('a port for mail needs the domain that mail is for', () => {
  const domain = { PARLEY_MAIL_IN_DOMAIN: 'mail.example.org' }
  expect(readConfig(domain)).toMatchObject({ mailInDomain: 'mail.example.org', mailIn: null })
  const mailIn = { host: '127.0.0.1', port: 2525, domain: 'mail.example.org' }
  expect(readConfig({ ...domain, PARLEY_MAIL_IN_PORT: '2525' }).mailIn).toEqual(mailIn)
  const open = { ...domain, PARLEY_MAIL_IN_PORT: '25', PARLEY_MAIL_IN_HOST: '0.0.0.0' }
  expect(readConfig(open).mailIn).toEqual({ ...mailIn, host: '0.0.0.0', port: 25 })
  const both = 'set both PARLEY_MAIL_IN_DOMAIN and PARLEY_MAIL_IN_PORT.'
  expect(() => readConfig({ PARLEY_MAIL_IN_PORT: '2525' })).toThrow(`PARLEY_MAIL_IN_DOMAIN is missing: ${both}`)
  expect(() => readConfig({ ...domain, PARLEY_MAIL_IN_HOST: '0.0.0.0' })).toThrow(
    `PARLEY_MAIL_IN_PORT is missing: ${both}`,
  )
})

test('an app that people connect their accounts with is there without the server-to-server app', () => {
  const keys = { PARLEY_CALLS_ZOOM_USER_CLIENT_ID: 'app', PARLEY_CALLS_ZOOM_USER_CLIENT_SECRET: 'key' }
  const { zoom, zoomOfPeople } = readConfig({ ...keys, PARLEY_CALLS_ZOOM_API_URL: 'https://zoom.example.org/' }).calls
  expect(zoom).toBeNull()
  expect(zoomOfPeople).toEqual({
    authorizeUrl: 'https://zoom.us/oauth/authorize',
    tokenUrl: 'https://zoom.us/oauth/token',
    apiUrl: 'https://zoom.example.org/v2',
    clientId: 'app',
    clientSecret: 'key',
  })
  const { webex } = readConfig({ PARLEY_CALLS_WEBEX_CLIENT_ID: 'app', PARLEY_CALLS_WEBEX_CLIENT_SECRET: 'key' }).calls
  expect(webex).toMatchObject({
    authorizeUrl: 'https://webexapis.com/v1/authorize',
    tokenUrl: 'https://webexapis.com/v1/access_token',
    apiUrl: 'https://webexapis.com/v1',
  })
  expect(() => readConfig({ PARLEY_CALLS_WEBEX_API_URL: 'https://webex.example.org' })).toThrow(
    'PARLEY_CALLS_WEBEX_CLIENT_ID is missing',
  )
})

test.each([
  ['PARLEY_PORT', '0', 'PARLEY_PORT is "0": write a port number from 1 to 65535.'],
  ['PARLEY_PORT', 'http', 'PARLEY_PORT is "http": write a port number from 1 to 65535.'],
  ['PARLEY_INVITES_PER_DAY', '0', 'PARLEY_INVITES_PER_DAY is "0": write a whole number of invitations, such as 100.'],
  ['PARLEY_BACKUP_KEEP', '0', 'PARLEY_BACKUP_KEEP is "0": write how many backups stay, such as 7.'],
  [
    'PARLEY_BACKUP_KEEP',
    '3',
    'PARLEY_BACKUP_DIR is missing: set it, or remove PARLEY_BACKUP_KEEP and PARLEY_BACKUP_PASSPHRASE_FILE.',
  ],
  ['PARLEY_UPLOAD_QUOTA_MIB', '0', 'PARLEY_UPLOAD_QUOTA_MIB is "0": write a whole number of MiB, such as 10240.'],
  [
    'PARLEY_S3_ENDPOINT',
    'minio',
    'PARLEY_S3_ENDPOINT is not a usable address: write an address such as https://s3.example.org.',
  ],
  [
    'PARLEY_CALLS_JITSI_URL',
    'no',
    'PARLEY_CALLS_JITSI_URL is not a usable address: write an address such as https://calls.example.org.',
  ],
  [
    'PARLEY_OIDC_ISSUER',
    'https://login.example.org/?tenant=7',
    'PARLEY_OIDC_ISSUER is not a usable address: write the address of the provider without query, such as https://login.example.org.',
  ],
  [
    'PARLEY_OIDC_NAME',
    'x'.repeat(41),
    'PARLEY_OIDC_NAME cannot be shown: write a name of at most 40 characters, such as Example Login.',
  ],
  ['PARLEY_S3_REGION', 'EU 1', 'PARLEY_S3_REGION is "EU 1": write a region such as eu-central-1.'],
  [
    'PARLEY_S3_BUCKET',
    'files',
    'PARLEY_S3_ACCESS_KEY_ID is missing: set PARLEY_S3_BUCKET, PARLEY_S3_ACCESS_KEY_ID, PARLEY_S3_SECRET_ACCESS_KEY, or none of them.',
  ],
  ['PARLEY_HOST', 'a b', 'PARLEY_HOST is "a b": write an address of this machine such as 127.0.0.1 or 0.0.0.0.'],
  ['PARLEY_URL', 'chat', 'PARLEY_URL is "chat": write an address such as https://chat.example.org.'],
  [
    'PARLEY_URL',
    'https://x.org/chat',
    'PARLEY_URL is "https://x.org/chat": write only scheme and host, such as https://chat.example.org.',
  ],
  [
    'PARLEY_URL',
    'https://ada:hunter2@x.org',
    'PARLEY_URL has an @ in it: write only scheme and host, such as https://chat.example.org.',
  ],
  [
    'PARLEY_URL',
    'https://:hunter2@x.org',
    'PARLEY_URL has an @ in it: write only scheme and host, such as https://chat.example.org.',
  ],
  [
    'PARLEY_URL',
    'https://ada:hunter2#4@x.org',
    'PARLEY_URL has an @ in it: write an address such as https://chat.example.org.',
  ],
  ['PARLEY_RATE_LIMITS', 'no', 'PARLEY_RATE_LIMITS is "no": write "on" or "off".'],
  ['PARLEY_LOG_FORMAT', 'xml', 'PARLEY_LOG_FORMAT is "xml": write "pretty" or "json".'],
  [
    'PARLEY_WIRE_NAME',
    'Two Words',
    'PARLEY_WIRE_NAME is "Two Words": write one word of small letters, such as service.',
  ],
  [
    'PARLEY_TRUSTED_PROXIES',
    '10.0.0.0/33',
    'PARLEY_TRUSTED_PROXIES contains "10.0.0.0/33": write addresses or ranges separated by commas, such as 10.0.0.0/8.',
  ],
  ['PARLEY_OWNER_EMAIL', 'ada', 'PARLEY_OWNER_EMAIL is "ada": write an email address such as ada@example.org.'],
  ['PARLEY_OWNER_EMAIL', 'a..b@x', 'PARLEY_OWNER_EMAIL is "a..b@x": write an email address such as ada@example.org.'],
  [
    'PARLEY_OWNER_NAME',
    '@**all**',
    'PARLEY_OWNER_NAME is "@**all**": write a name of 1 to 100 characters such as Ada Lovelace, without * ` \\ > " @.',
  ],
  [
    'PARLEY_OWNER_NAME',
    'Ada|12',
    'PARLEY_OWNER_NAME is "Ada|12": write a name of 1 to 100 characters such as Ada Lovelace, without * ` \\ > " @.',
  ],
  [
    'PARLEY_OWNER_NAME',
    '\u200b',
    'PARLEY_OWNER_NAME is blank: write a name of 1 to 100 characters such as Ada Lovelace, without * ` \\ > " @.',
  ],
  ['PARLEY_ORG_NAME', ' ', 'PARLEY_ORG_NAME is blank: write a name of 1 to 40 characters.'],
  ['PARLEY_ORG_NAME', 'x'.repeat(41), 'PARLEY_ORG_NAME has 41 characters: write a name of 1 to 40 characters.'],
  ['PARLEY_MAIL_FROM', 'A <a>', 'PARLEY_MAIL_FROM is "A <a>": write a sender such as Parley <chat@example.org>.'],
  [
    'PARLEY_OWNER_PASSWORD',
    'hunter2',
    'PARLEY_OWNER_PASSWORD is too short or too long: write a password of 8 to 100 characters.',
  ],
  [
    'PARLEY_METRICS_TOKEN',
    'hunter2 hunter2 hunter2',
    'PARLEY_METRICS_TOKEN is too short or has other characters: write at least 16 letters and digits, such as "openssl rand -hex 32" prints.',
  ],
  ...['llm', 'ftp://llm.example.org', 'https://name:hunter2@llm.example.org'].map((url) => [
    'PARLEY_SUMMARY_URL',
    url,
    'PARLEY_SUMMARY_URL is not a usable address: write the whole address, such as http://localhost:11434/v1/chat/completions.',
  ]),
  [
    'PARLEY_SUMMARY_KEY',
    'hunter2\n',
    'PARLEY_SUMMARY_KEY has characters that cannot be sent: write the key as the service shows it.',
  ],
  ['PARLEY_PUSH_RELAY_URL', 'push', RELAY],
  ['PARLEY_PUSH_RELAY_URL', 'ftp://push.example.org', RELAY],
  ['PARLEY_PUSH_RELAY_URL', 'https://push.example.org/api', RELAY],
  ['PARLEY_PUSH_RELAY_URL', 'https://name:100%@push.example.org', RELAY],
  ['PARLEY_PROT', '9', 'PARLEY_PROT is not a setting of Parley: remove it, or look up its name with "parley --help".'],
])('%s=%s is refused', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    expect.objectContaining({ name: 'StartupRefusal', message: sentence }),
  )
})

test('a wrong secret setting is refused without showing its value', () => {
  for (const setting of SETTINGS.filter((entry) => 'secret' in entry)) {
    expect(() => readConfig({ [setting.name]: 'hunter2' })).toThrow(/^(?!.*hunter2)/s)
  }
})

test('every setting has its own line', () => {
  expect(new Set(SETTINGS.map((setting) => setting.name)).size).toBe(SETTINGS.length)
})
