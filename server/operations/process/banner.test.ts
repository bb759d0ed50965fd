import { expect, test } from 'vitest'
import { readConfig } from '../../kernel/base/config.ts'
import { banner } from './banner.ts'

const facts = (env: Record<string, string> = {}) => ({
  version: '0.1.0',
  config: readConfig({ PARLEY_DATA_DIR: '/srv/parley', ...env }),
  organizations: ['Elsinore'],
  database: 'embedded PostgreSQL 18.4 in /srv/parley/postgres',
  milliseconds: 512.3,
})

test('a start prints all addresses and folders', () => {
  expect(banner(facts()).lines).toEqual([
    'Parley 0.1.0 is ready: first answer after 0.51 s',
    '  address       http://localhost:9991 (listening on 127.0.0.1:9991)',
    '  organization  Elsinore',
    '  data folder   /srv/parley',
    '  database      embedded PostgreSQL 18.4 in /srv/parley/postgres',
    '  mail          stored as files in /srv/parley/mail (set PARLEY_SMTP_URL to send it)',
    '  to stop       Ctrl-C or SIGTERM',
  ])
})

test('an IPv6 address is printed in brackets before a port', () => {
  expect(banner(facts({ PARLEY_HOST: '::', PARLEY_PORT: '19303' })).fields.listening).toBe('[::]:19303')
})

test('a mail server is named without its credentials', () => {
  const { fields } = banner(facts({ PARLEY_SMTP_URL: 'smtp://ada:secret@mail.example.org:587' }))
  expect(fields.mail).toBe('sent through mail.example.org:587')
})

test('it has at most ten lines, even with every warning', () => {
  const env = { PARLEY_DEVELOPMENT: 'on', PARLEY_UNSAFE_DATABASE: 'on', PARLEY_RATE_LIMITS: 'off' }
  expect(banner(facts(env)).lines).toHaveLength(10)
})
