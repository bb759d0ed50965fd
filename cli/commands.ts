import { ORG_TYPES } from '../server/organization/realm/org-type.ts'
import type { Command } from './command.ts'

const EMAIL = { name: 'EMAIL', meaning: 'email address of the account' }
const ORG = { org: { value: 'HOST', meaning: 'host of the organization; needed only when there are several' } }
const ROLE = {
  role: { value: 'ROLE', meaning: 'owner, administrator, moderator, member (the default) or guest' },
}
const JSON_LIST = { json: { meaning: 'print the list as JSON' } }
const TABS = ['The values of a line are separated by tabs, and the first line names the columns.']

/** All commands of the operator. Help, parsing and errors come from this table. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'run the server',
    arguments: [],
    options: {},
    notes: ['Ctrl-C or SIGTERM ends it after the running requests; a second signal ends it at once.'],
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'migrate',
    summary: 'migrate the database to the newest version and exit',
    arguments: [],
    options: {},
    notes: ['The server does this itself at every start.'],
    load: () => import('./commands/migrate.ts'),
  },
  {
    name: 'create-org',
    summary: 'create an organization with its owner',
    arguments: [{ name: 'NAME', meaning: 'name of the organization' }],
    options: {
      host: { value: 'HOST', meaning: 'host name under which people reach it', required: true },
      'owner-email': { value: 'EMAIL', meaning: 'email address of its owner; owner@HOST when absent' },
      'owner-name': { value: 'NAME', meaning: 'name of its owner' },
      type: { value: 'TYPE', meaning: `type of the organization: ${Object.keys(ORG_TYPES).join(', ')}` },
    },
    notes: ['Prints the password and the API key of the owner, once.'],
    load: () => import('./commands/create-org.ts'),
  },
  {
    name: 'set-host',
    summary: 'change the host name under which people reach an organization',
    arguments: [
      { name: 'ORG', meaning: 'host name that it has now' },
      { name: 'HOST', meaning: 'host name that it gets' },
    ],
    options: {},
    notes: ['Only while the server is stopped. Clients then have to register again, as after a long absence.'],
    load: () => import('./commands/set-host.ts'),
  },
  {
    name: 'create-user',
    summary: 'create an account',
    arguments: [EMAIL, { name: 'NAME', meaning: 'full name' }],
    options: { ...ROLE, ...ORG },
    notes: ['Prints the password and the API key, once.'],
    load: () => import('./commands/create-user.ts'),
  },
  {
    name: 'invite',
    summary: 'invite somebody and print the link',
    arguments: [{ name: 'EMAIL', meaning: 'email address of the person' }],
    options: { ...ROLE, ...ORG },
    notes: ['With the link, which is valid for ten days, they join.'],
    load: () => import('./commands/invite.ts'),
  },
  {
    name: 'import-people',
    summary: 'invite everybody in a CSV file who has no account yet',
    arguments: [{ name: 'FILE', meaning: 'CSV file in UTF-8, whose first line names its columns' }],
    options: {
      'dry-run': { meaning: 'print what would happen, and change nothing' },
      links: { meaning: 'send no mail, and print a link for each person' },
      ...ORG,
    },
    notes: [
      'Columns: email, and if wanted name, role (member when empty) and channels (with ; between them). Everybody also',
      'gets the default channels. Lines that cannot be used are reported and skipped. A second run adds only what is new.',
    ],
    load: () => import('./commands/import-people.ts'),
  },
  {
    name: 'import',
    summary: 'bring people, channels and messages of another server into an organization',
    arguments: [
      { name: 'FORMAT', meaning: 'parley, zulip, slack or mattermost' },
      { name: 'PATH', meaning: 'the archive, or the folder that it was unpacked into' },
    ],
    options: {
      'dry-run': { meaning: 'print what would come and what would not, and change nothing' },
      'fetch-files': { meaning: 'fetch files that the archive only links to' },
      ...ORG,
    },
    notes: [
      'The server may keep running. Nobody sees anything before the end, and nobody is mailed. Run it again if it was',
      'interrupted. A later run with a newer archive adds only what is new. See docs/moving.md.',
    ],
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'reset-password',
    summary: 'give an account a new password and print it',
    arguments: [EMAIL],
    options: ORG,
    notes: ['The API key stays as it is.'],
    load: () => import('./commands/reset-password.ts'),
  },
  {
    name: 'permit',
    summary: 'give an account a right that only the operator can give',
    arguments: [EMAIL, { name: 'FLAG', meaning: 'can_create_users or can_change_user_emails' }],
    options: { off: { meaning: 'take the right away' }, ...ORG },
    load: () => import('./commands/permit.ts'),
  },
  {
    name: 'presence',
    summary: 'show who is online in an organization, or hide it',
    arguments: [{ name: 'SWITCH', meaning: 'on or off' }],
    options: ORG,
    load: () => import('./commands/presence.ts'),
  },
  {
    name: 'set-role',
    summary: 'change the role of an account',
    arguments: [EMAIL, { name: 'ROLE', meaning: 'owner, administrator, moderator, member or guest' }],
    options: ORG,
    notes: ['This is how an organization that has lost its owner gets a new one. The only owner cannot be demoted.'],
    load: () => import('./commands/set-role.ts'),
  },
  {
    name: 'deactivate',
    summary: 'deactivate the account of a person, and their bots',
    arguments: [EMAIL],
    options: ORG,
    notes: [
      'It takes effect at once: browsers are signed out, API keys are refused. Messages stay. The only owner cannot be',
      'deactivated. Administrators can reactivate the account.',
    ],
    load: () => import('./commands/deactivate.ts'),
  },
  {
    name: 'list-people',
    summary: 'list the people of an organization, with role, state and last activity',
    arguments: [],
    options: { ...JSON_LIST, ...ORG },
    notes: TABS,
    load: () => import('./commands/list-people.ts'),
  },
  {
    name: 'list-orgs',
    summary: 'list the organizations of this server',
    arguments: [],
    options: JSON_LIST,
    notes: TABS,
    load: () => import('./commands/list-orgs.ts'),
  },
  {
    name: 'export',
    summary: 'write everything of an organization to an archive (tar.gz)',
    arguments: [
      { name: 'FILE', meaning: 'where to write it; an existing file is replaced when the new one is complete' },
    ],
    options: ORG,
    notes: ['It contains private messages and email addresses of everybody, but no passwords and no keys.'],
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'reactivate-org',
    summary: 'bring back an organization that its owner has deactivated',
    arguments: [],
    options: ORG,
    notes: ['Everything is as it was, until the day for which the deletion of its data was planned.'],
    load: () => import('./commands/reactivate-org.ts'),
  },
  {
    name: 'audit',
    summary: 'list administrative changes: who made them, when and from where',
    arguments: [],
    options: {
      actor: {
        value: 'EMAIL',
        meaning: 'only changes by this account, or by "server" for commands and the server itself',
      },
      action: { value: 'ACTION', meaning: 'only this action, for example "group created"' },
      target: { value: 'KIND[:ID]', meaning: 'only changes to this kind of thing, or to this one: user:7' },
      since: { value: 'TIME', meaning: 'only from this day or time on: 2026-05-01 or 2026-05-01T09:30Z' },
      until: { value: 'TIME', meaning: 'only before this day or time' },
      before: { value: 'ID', meaning: 'only entries with lower numbers, to see the next page' },
      limit: { value: 'N', meaning: 'how many entries, 100 when absent, at most 1000' },
      json: { meaning: 'print the entries as JSON' },
      ...ORG,
    },
    notes: ['The newest entries come first. The server may keep running.'],
    load: () => import('./commands/audit.ts'),
  },
  {
    name: 'fsck',
    summary: 'check that the stored data is consistent',
    arguments: [],
    options: { list: { meaning: 'only list the checks' } },
    notes: [
      'Exits with code 1 if something is wrong. It changes nothing, and refuses a database that is not up to date.',
    ],
    load: () => import('./commands/fsck.ts'),
  },
  {
    name: 'doctor',
    summary: 'check the settings, the services behind them and the public address',
    arguments: [],
    options: {
      mail: { value: 'ADDRESS', meaning: 'also send a mail to this address' },
      quick: { meaning: 'leave out the check of waiting requests, which takes a minute' },
    },
    notes: [
      'Prints a line for each thing that is configured: ok, or what is wrong and how to mend it. Exits with code 1 if',
      'something is wrong. The server makes the same checks after every start and logs what is wrong.',
    ],
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'backup',
    summary: 'write the database, the files and the secret into one file',
    arguments: [{ name: 'FILE', meaning: 'file to write, or - for standard output' }],
    options: {
      'passphrase-file': { value: 'FILE', meaning: 'encrypt the backup with the passphrase in this file' },
    },
    notes: [
      'The server may keep running. An existing file is replaced when the new one is complete. The file contains',
      'everything, also the secret: keep it where only you can read it, or encrypt it.',
    ],
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty data folder or database',
    arguments: [{ name: 'FILE', meaning: 'file that "parley backup" has written' }],
    options: {
      'passphrase-file': { value: 'FILE', meaning: 'file with the passphrase of an encrypted backup' },
    },
    notes: ['Checks the whole file first, and the restored data at the end. Run it again if it was interrupted.'],
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'jobs',
    summary: 'list jobs that wait or have failed, retry or drop them',
    arguments: [
      { name: 'ACTION', meaning: 'list (the default), retry or drop', optional: true },
      { name: 'ID', meaning: 'number of the job, or dead for all dead jobs', optional: true },
    ],
    options: {
      state: { value: 'STATE', meaning: 'list only those: waiting, scheduled, running, failed or dead' },
      json: { meaning: 'print the list as JSON' },
    },
    notes: [
      'A failed job is retried with growing waits, 12 times within 16 hours. Then it is dead: it stays in the list until',
      'it is retried by hand or dropped. The server may keep running.',
    ],
    load: () => import('./commands/jobs.ts'),
  },
  {
    name: 'populate',
    summary: 'fill the organization with generated people and messages, for load tests',
    arguments: [],
    options: {
      size: { value: 'S|M|L', meaning: '100, 10,000 or 50,000 people', required: true },
      json: { meaning: 'print accounts with their keys as JSON' },
      ...ORG,
    },
    load: () => import('./commands/populate.ts'),
  },
]
