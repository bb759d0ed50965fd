import { createServer } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { probeAddress } from '../../operations/process/listen.ts'
import { openDatabase } from '../db/connect.ts'
import { readConfig } from './config.ts'
import { refusalOf, refuse, StartupRefusal } from './startup-refusal.ts'

/** The messages for operators. Each is one sentence that names the problem and the remedy. */
const SENTENCES: [StartupRefusal, string][] = [
  [refuse.setting('PARLEY_PORT', 'is "x"', 'write a port'), 'PARLEY_PORT is "x": write a port.'],
  [
    refuse.portTaken('127.0.0.1', 9991),
    'Port 9991 on 127.0.0.1 is taken by another program: stop that program, or set PARLEY_PORT to a free port.',
  ],
  [
    refuse.portForbidden('0.0.0.0', 80),
    'Parley may not listen on port 80 of 0.0.0.0: set PARLEY_PORT to a port above 1023 and put a reverse proxy in front.',
  ],
  [
    refuse.addressUnknown('192.0.2.1'),
    'This machine has no address 192.0.2.1: set PARLEY_HOST to one of its addresses, or to 0.0.0.0 for all of them.',
  ],
  [
    refuse.mailPortTaken('127.0.0.1', 2525),
    'Port 2525 on 127.0.0.1, for incoming mail, is taken by another program: stop that program, or set PARLEY_MAIL_IN_PORT to a free port.',
  ],
  [
    refuse.mailPortForbidden('0.0.0.0', 25),
    'Parley may not receive mail on port 25 of 0.0.0.0: set PARLEY_MAIL_IN_PORT to a port above 1023 and let a mail server hand mail on to it.',
  ],
  [
    refuse.mailAddressUnknown('192.0.2.1'),
    'This machine has no address 192.0.2.1 to receive mail at: set PARLEY_MAIL_IN_HOST to one of its addresses, or to 0.0.0.0 for all of them.',
  ],
  [
    refuse.folderInUse('/srv/parley', 'http://localhost:9991', 77),
    'The data folder /srv/parley is in use by the Parley server at http://localhost:9991 (process 77): use that one, stop it, or set PARLEY_DATA_DIR to another folder.',
  ],
  [
    refuse.folderBusy('/srv/parley', 'fsck', 77),
    'The data folder /srv/parley is in use by "parley fsck" (process 77): wait until that command has ended.',
  ],
  [
    refuse.folderForbidden('/srv/parley'),
    'The data folder /srv/parley cannot be written by this user: change its owner, or set PARLEY_DATA_DIR to another folder.',
  ],
  [
    refuse.folderIsNone('/srv/parley'),
    'The data folder /srv/parley is not a folder, or is inside something that is not a folder: set PARLEY_DATA_DIR to a folder.',
  ],
  [refuse.diskFull('/srv/parley'), 'The disk that holds /srv/parley is full: free some space on it and start again.'],
  [
    refuse.databaseForeign('/srv/parley/postgres', 'user nobody'),
    'The database in /srv/parley/postgres belongs to user nobody: start Parley as root or as that user, or change the owner of that folder.',
  ],
  [
    refuse.databaseOfRoot('/srv/parley/postgres'),
    'The database in /srv/parley/postgres belongs to root, and PostgreSQL refuses to run as root: give it to another user, for example with "chown -R nobody /srv/parley/postgres".',
  ],
  [
    refuse.databaseLinkBroken('/root/data/postgres', '/var/lib/parley-embedded/1/postgres'),
    'The database folder /var/lib/parley-embedded/1/postgres, to which /root/data/postgres points, does not exist: restore it, or remove the link to start with an empty database.',
  ],
  [
    refuse.databaseWithoutPassword('/srv/parley/postgres/parley-password'),
    'The password of the embedded database is missing: restore /srv/parley/postgres/parley-password from a backup of the data folder.',
  ],
  [
    refuse.databaseOtherVersion('/srv/parley/postgres', '17', '18'),
    'The database in /srv/parley/postgres was created by PostgreSQL 17 and this Parley contains PostgreSQL 18: make a backup with the Parley version that created it, and restore that with this one as docs/operating.md describes.',
  ],
  [
    refuse.databaseNotStarting('/srv/parley/postgres/server.log', 'it ended with code 1'),
    'The embedded database does not start (it ended with code 1): read /srv/parley/postgres/server.log, or set DATABASE_URL to an existing PostgreSQL.',
  ],
  [
    refuse.databaseStuck('/srv/parley/postgres', 77),
    'The embedded database in /srv/parley/postgres (process 77) is paused: resume it with "kill -CONT 77", or end it with "kill -KILL 77", and start again.',
  ],
  [
    refuse.databaseGone('/srv/parley/postgres'),
    'The database in /srv/parley/postgres has disappeared while Parley runs: restore that folder, for example by mounting its disk, and Parley will restart the database.',
  ],
  [
    refuse.platformUnknown('sunos-sparc'),
    'There is no embedded database for sunos-sparc: set DATABASE_URL to an existing PostgreSQL 16 or newer.',
  ],
  [
    refuse.noUnprivilegedUser(),
    'The embedded database cannot run as root, and this machine has no user "nobody" to run it as: start Parley as an ordinary user, or set DATABASE_URL.',
  ],
  [
    refuse.databaseUnreachable('db.example.org/parley', 'connect ECONNREFUSED'),
    'The database at db.example.org/parley cannot be reached (connect ECONNREFUSED): check that it runs and that DATABASE_URL is right.',
  ],
  [
    refuse.databaseTooOld('db.example.org/parley', '15.4'),
    'The database at db.example.org/parley is PostgreSQL 15.4, and Parley needs 16 or newer: upgrade it, or set DATABASE_URL to another one.',
  ],
  [
    refuse.databaseEncoding('db.example.org/parley', 'LATIN1'),
    "The database at db.example.org/parley has the encoding LATIN1, and Parley needs UTF8: create it with ENCODING 'UTF8' and set DATABASE_URL to it.",
  ],
  [
    refuse.databaseUnsafe('fsync=off, full_page_writes=off'),
    'The database would lose acknowledged messages in a crash because it has fsync=off, full_page_writes=off: switch that on, or set PARLEY_UNSAFE_DATABASE=on to accept the loss.',
  ],
  [
    refuse.secretUnusable('/srv/parley/secret'),
    'The secret in /srv/parley/secret is shorter than 32 bytes: restore the file from a backup.',
  ],
  [
    refuse.secretForbidden('/srv/parley/secret'),
    'The secret file /srv/parley/secret cannot be read or written by this user: change its owner, or set PARLEY_SECRET_FILE.',
  ],
  [
    refuse.secretIsNoFile('/srv/parley/secret'),
    'The secret file /srv/parley/secret is a folder, or is inside something that is not a folder: set PARLEY_SECRET_FILE to a file.',
  ],
  [
    refuse.secretMissing('/srv/parley/secret'),
    'The secret file /srv/parley/secret does not exist, and without it no API key in the database can be used: restore the file from a backup, or set PARLEY_SECRET_FILE to its path.',
  ],
  [
    refuse.secretOfAnother('/srv/parley/secret'),
    'The secret in /srv/parley/secret is not the secret of this database, so no API key could be used: restore the right file from a backup, or set PARLEY_SECRET_FILE to its path.',
  ],
  [
    refuse.folderImpossible('/proc/parley'),
    'The data folder /proc/parley cannot be created at that place: set PARLEY_DATA_DIR to a folder on a disk.',
  ],
  [
    refuse.holderForbidden('/srv/parley/parley.json'),
    'The file /srv/parley/parley.json, which records the user of the data folder, cannot be read by this user: run this as the user who runs Parley there, or as root.',
  ],
  [
    refuse.holderIsFolder('/srv/parley/parley.json'),
    'The file /srv/parley/parley.json, which records the user of the data folder, is a folder: remove it and start again.',
  ],
  [
    refuse.databaseIncomplete('/srv/parley/postgres'),
    'The folder /srv/parley/postgres is not empty, and without its file PG_VERSION it is not a database: restore it from a backup, or move it away to start with an empty database.',
  ],
  [
    refuse.databaseOpenToOthers('/srv/parley/postgres'),
    'The database folder /srv/parley/postgres is open to other users, which PostgreSQL refuses: close it with "chmod 700 /srv/parley/postgres".',
  ],
  [
    refuse.databaseForbidden('chat', 'parley', 'permission denied for schema public'),
    'The role parley may not change the database chat (permission denied for schema public): allow it there with "grant create on schema public to parley", or set DATABASE_URL to the role that owns its tables.',
  ],
  [
    refuse.databaseReadOnly('db.example.org/parley'),
    'The database at db.example.org/parley is read-only: set DATABASE_URL to the primary server, or switch default_transaction_read_only off.',
  ],
  [
    refuse.databaseLost('/srv/parley', 'uploads'),
    'The data folder /srv/parley has uploads but no database, so people would meet an empty server: restore the database, set DATABASE_URL if it is elsewhere, or set PARLEY_DATA_DIR to another folder to start anew.',
  ],
  [
    refuse.databaseUrlMissing('db.example.org/parley', '/srv/parley/external-database.txt'),
    'The data of this server is in the database at db.example.org/parley, and DATABASE_URL is not set: set it, or remove the file /srv/parley/external-database.txt if you have moved the data into the embedded database.',
  ],
  [
    refuse.databaseEmpty('db.example.org/new', 'db.example.org/parley', '/srv/parley/external-database.txt'),
    'The database at db.example.org/new is empty, and this server had its data in the one at db.example.org/parley: correct DATABASE_URL, restore the database, or remove the file /srv/parley/external-database.txt to start anew.',
  ],
  [refuse.notAFile('/srv/exports', 'a folder'), '/srv/exports is a folder: choose the name of a file.'],
  [
    refuse.fileWithoutFolder('/srv/exports/a.tar.gz', '/srv/exports'),
    '/srv/exports/a.tar.gz cannot be written, because there is no folder /srv/exports: create it first.',
  ],
  [
    refuse.fileForbidden('/srv/a.tar.gz'),
    '/srv/a.tar.gz cannot be written by this user: choose a folder in which this user may write.',
  ],
  [
    refuse.folderWithoutDatabase('/srv/parley'),
    'The data folder /srv/parley has no database in it: set PARLEY_DATA_DIR to the data folder of your server.',
  ],
  [
    refuse.organizationExists('chat.example.org'),
    'There is already an organization at chat.example.org: choose another host.',
  ],
  [
    refuse.addressReserved('user7@chat.example.org', 'chat.example.org'),
    'The address user7@chat.example.org is reserved for hidden addresses in an organization at chat.example.org: choose another address for that person, or another host.',
  ],
  [
    refuse.databaseNewer('9999-from-the-future'),
    'The database is newer than this Parley (it has 9999-from-the-future): start the newer version that created it, or restore a backup.',
  ],
  [
    refuse.otherNodesRunning('https://chat.example.org'),
    'The database must be upgraded, and another node uses it (https://chat.example.org): stop all nodes, start one with this release, and then the others.',
  ],
  [
    refuse.otherRelease('https://chat.example.org'),
    'The node at https://chat.example.org runs another release with an incompatible log: stop all nodes and start them with the same release.',
  ],
  [
    refuse.signInUnwritable('/srv/parley/first-sign-in.txt', 'EROFS'),
    'The file /srv/parley/first-sign-in.txt, which explains the first sign-in, cannot be written (EROFS): remove whatever is in its place, or free some space, and start again.',
  ],
  [
    refuse.restoreUnfinished('/srv/parley'),
    'A restore into /srv/parley was interrupted: run "parley restore" again with the same file, or empty the folder.',
  ],
  [
    refuse.restoreIntoData('/srv/parley has a database'),
    'Nothing is restored over existing data (/srv/parley has a database): set PARLEY_DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
  ],
  [
    refuse.diskFullMeanwhile('no space left on device'),
    'A disk is full (no space left on device): free some space on it and run the command again.',
  ],
  [
    refuse.bucketUnusable('AccessDenied'),
    'The bucket cannot be used (AccessDenied): check the PARLEY_S3_… settings and the object storage with "parley doctor", then run the command again.',
  ],
  [
    refuse.databaseGoneMeanwhile('Connection terminated unexpectedly'),
    'The database is gone (Connection terminated unexpectedly): run the command again when it is back.',
  ],
  [
    refuse.backupUnwritable('/srv/b', 'the disk is full'),
    'The backup /srv/b cannot be written (the disk is full): choose another place for it.',
  ],
  [
    refuse.backupUnreadable('/srv/b', 'ENOENT'),
    'The backup /srv/b cannot be read (ENOENT): check its path and its permissions.',
  ],
  [
    refuse.backupForeign('/srv/b'),
    'The file /srv/b is not a backup of Parley: choose a file that "parley backup" has written.',
  ],
  [
    refuse.backupNewer('/srv/b', '9.0.0'),
    'The backup /srv/b was made by a newer Parley (9.0.0): restore it with that version or a newer one.',
  ],
  [refuse.backupTruncated('/srv/b'), 'The backup /srv/b ends too early: copy it again completely, or use another one.'],
  [refuse.backupAltered('/srv/b'), 'The backup /srv/b is damaged: copy it again, or use another one.'],
  [
    refuse.backupEncrypted('/srv/b'),
    'The backup /srv/b is encrypted: name the file with its passphrase with --passphrase-file.',
  ],
  [refuse.backupNotEncrypted('/srv/b'), 'The backup /srv/b is not encrypted: leave out --passphrase-file.'],
  [
    refuse.passphraseWrong('/srv/b'),
    'The passphrase is not the one of the backup /srv/b: name the right file with --passphrase-file.',
  ],
  [
    refuse.passphraseUnreadable('/srv/p', 'ENOENT'),
    'The passphrase file /srv/p cannot be read (ENOENT): check its path and its permissions.',
  ],
  [refuse.passphraseEmpty('/srv/p'), 'The passphrase file /srv/p is empty: write a passphrase into it.'],
  [
    refuse.databaseOlder('0002-fewer-indexes'),
    'The database is older than this Parley (it lacks 0002-fewer-indexes): run "parley migrate" first, or restart the server, which does the same.',
  ],
]

test.each(SENTENCES.map(([refusal, sentence]) => [sentence, refusal] as const))('%s', (sentence, refusal) => {
  expect(refusal).toBeInstanceOf(StartupRefusal)
  expect(refusal.message).toBe(sentence)
})

test('the table contains every sentence', () => {
  expect(SENTENCES).toHaveLength(Object.keys(refuse).length)
})

test('a full disk and a closed folder are recognised', () => {
  const error = (code: string) => Object.assign(new Error('no'), { code })
  expect(refusalOf(error('ENOSPC'), '/x')).toEqual(refuse.diskFull('/x'))
  expect(refusalOf(error('53100'), '/x')).toEqual(refuse.diskFull('/x'))
  expect(refusalOf(error('EACCES'), '/x')).toEqual(refuse.folderForbidden('/x'))
  const other = error('EIO')
  expect(refusalOf(other, '/x')).toBe(other)
})

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => servers.splice(0).forEach((server) => void server.close()))

test('a port that is taken is refused', async () => {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await expect(probeAddress('127.0.0.1', port)).rejects.toThrow(refuse.portTaken('127.0.0.1', port))
  await expect(probeAddress('192.0.2.1', port)).rejects.toThrow(refuse.addressUnknown('192.0.2.1'))
  await expect(probeAddress('127.0.0.1', port, 'mail')).rejects.toThrow(refuse.mailPortTaken('127.0.0.1', port))
  await expect(probeAddress('192.0.2.1', port, 'mail')).rejects.toThrow(refuse.mailAddressUnknown('192.0.2.1'))
})

test('the start waits for a database that does not answer, and logs it', async () => {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const config = readConfig({ DATABASE_URL: `postgres://parley:hunter2@127.0.0.1:${port}/parley` })
  const said: string[] = []
  const stop = new AbortController()
  const opening = openDatabase(config, { info: (text) => void said.push(text) }, { signal: stop.signal })
  const outcome = opening.catch((error: unknown) => error)
  await expect.poll(() => said).toEqual([`The database at 127.0.0.1:${port}/parley has not answered yet.`])
  stop.abort()
  expect(await outcome).toBe(stop.signal.reason)
})

test('a database that cannot be reached is refused without showing its password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley' })
  await expect(openDatabase(config, { info: () => {} })).rejects.toThrow(
    'The database at 127.0.0.1:1/parley cannot be reached (connect ECONNREFUSED 127.0.0.1:1): check that it runs and that DATABASE_URL is right.',
  )
})
