/** Parley cannot start. The message is one sentence for the operator with the problem and the remedy. */
export class StartupRefusal extends Error {
  override name = 'StartupRefusal'
}

const refusal =
  <Args extends readonly unknown[]>(text: (...args: Args) => string) =>
  (...args: Args): StartupRefusal =>
    new StartupRefusal(text(...args))

/** All messages of a refused start. startup-refusal.test.ts checks their wording. */
export const refuse = {
  setting: refusal((name: string, problem: string, remedy: string) => `${name} ${problem}: ${remedy}.`),
  portTaken: refusal(
    (host: string, port: number) =>
      `Port ${port} on ${host} is taken by another program: stop that program, or set PARLEY_PORT to a free port.`,
  ),
  portForbidden: refusal(
    (host: string, port: number) =>
      `Parley may not listen on port ${port} of ${host}: set PARLEY_PORT to a port above 1023 and put a reverse proxy in front.`,
  ),
  addressUnknown: refusal(
    (host: string) =>
      `This machine has no address ${host}: set PARLEY_HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
  ),
  mailPortTaken: refusal(
    (host: string, port: number) =>
      `Port ${port} on ${host}, for incoming mail, is taken by another program: stop that program, or set PARLEY_MAIL_IN_PORT to a free port.`,
  ),
  mailPortForbidden: refusal(
    (host: string, port: number) =>
      `Parley may not receive mail on port ${port} of ${host}: set PARLEY_MAIL_IN_PORT to a port above 1023 and let a mail server hand mail on to it.`,
  ),
  mailAddressUnknown: refusal(
    (host: string) =>
      `This machine has no address ${host} to receive mail at: set PARLEY_MAIL_IN_HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
  ),
  folderInUse: refusal(
    (folder: string, url: string, pid: number) =>
      `The data folder ${folder} is in use by the Parley server at ${url} (process ${pid}): use that one, stop it, or set PARLEY_DATA_DIR to another folder.`,
  ),
  folderBusy: refusal(
    (folder: string, command: string, pid: number) =>
      `The data folder ${folder} is in use by "parley ${command}" (process ${pid}): wait until that command has ended.`,
  ),
  folderForbidden: refusal(
    (folder: string) =>
      `The data folder ${folder} cannot be written by this user: change its owner, or set PARLEY_DATA_DIR to another folder.`,
  ),
  folderIsNone: refusal(
    (folder: string) =>
      `The data folder ${folder} is not a folder, or is inside something that is not a folder: set PARLEY_DATA_DIR to a folder.`,
  ),
  diskFull: refusal(
    (folder: string) => `The disk that holds ${folder} is full: free some space on it and start again.`,
  ),
  diskFullMeanwhile: refusal(
    (why: string) => `A disk is full (${why}): free some space on it and run the command again.`,
  ),
  bucketUnusable: refusal(
    (why: string) =>
      `The bucket cannot be used (${why}): check the PARLEY_S3_… settings and the object storage with "parley doctor", then run the command again.`,
  ),
  databaseGoneMeanwhile: refusal(
    (why: string) => `The database is gone (${why}): run the command again when it is back.`,
  ),
  databaseForeign: refusal(
    (folder: string, owner: string) =>
      `The database in ${folder} belongs to ${owner}: start Parley as root or as that user, or change the owner of that folder.`,
  ),
  databaseOfRoot: refusal(
    (folder: string) =>
      `The database in ${folder} belongs to root, and PostgreSQL refuses to run as root: give it to another user, for example with "chown -R nobody ${folder}".`,
  ),
  databaseLinkBroken: refusal(
    (link: string, target: string) =>
      `The database folder ${target}, to which ${link} points, does not exist: restore it, or remove the link to start with an empty database.`,
  ),
  databaseWithoutPassword: refusal(
    (file: string) =>
      `The password of the embedded database is missing: restore ${file} from a backup of the data folder.`,
  ),
  databaseOtherVersion: refusal(
    (folder: string, found: string, wanted: string) =>
      `The database in ${folder} was created by PostgreSQL ${found} and this Parley contains PostgreSQL ${wanted}: make a backup with the Parley version that created it, and restore that with this one as docs/operating.md describes.`,
  ),
  databaseNotStarting: refusal(
    (logFile: string, why: string) =>
      `The embedded database does not start (${why}): read ${logFile}, or set DATABASE_URL to an existing PostgreSQL.`,
  ),
  databaseStuck: refusal(
    (folder: string, pid: number) =>
      `The embedded database in ${folder} (process ${pid}) is paused: resume it with "kill -CONT ${pid}", or end it with "kill -KILL ${pid}", and start again.`,
  ),
  databaseGone: refusal(
    (folder: string) =>
      `The database in ${folder} has disappeared while Parley runs: restore that folder, for example by mounting its disk, and Parley will restart the database.`,
  ),
  platformUnknown: refusal(
    (platform: string) =>
      `There is no embedded database for ${platform}: set DATABASE_URL to an existing PostgreSQL 16 or newer.`,
  ),
  noUnprivilegedUser: refusal(
    () =>
      'The embedded database cannot run as root, and this machine has no user "nobody" to run it as: start Parley as an ordinary user, or set DATABASE_URL.',
  ),
  databaseUnreachable: refusal(
    (where: string, why: string) =>
      `The database at ${where} cannot be reached (${why}): check that it runs and that DATABASE_URL is right.`,
  ),
  databaseTooOld: refusal(
    (where: string, version: string) =>
      `The database at ${where} is PostgreSQL ${version}, and Parley needs 16 or newer: upgrade it, or set DATABASE_URL to another one.`,
  ),
  databaseEncoding: refusal(
    (where: string, encoding: string) =>
      `The database at ${where} has the encoding ${encoding}, and Parley needs UTF8: create it with ENCODING 'UTF8' and set DATABASE_URL to it.`,
  ),
  databaseUnsafe: refusal(
    (settings: string) =>
      `The database would lose acknowledged messages in a crash because it has ${settings}: switch that on, or set PARLEY_UNSAFE_DATABASE=on to accept the loss.`,
  ),
  secretUnusable: refusal(
    (file: string) => `The secret in ${file} is shorter than 32 bytes: restore the file from a backup.`,
  ),
  secretForbidden: refusal(
    (file: string) =>
      `The secret file ${file} cannot be read or written by this user: change its owner, or set PARLEY_SECRET_FILE.`,
  ),
  secretIsNoFile: refusal(
    (file: string) =>
      `The secret file ${file} is a folder, or is inside something that is not a folder: set PARLEY_SECRET_FILE to a file.`,
  ),
  secretMissing: refusal(
    (file: string) =>
      `The secret file ${file} does not exist, and without it no API key in the database can be used: restore the file from a backup, or set PARLEY_SECRET_FILE to its path.`,
  ),
  secretOfAnother: refusal(
    (file: string) =>
      `The secret in ${file} is not the secret of this database, so no API key could be used: restore the right file from a backup, or set PARLEY_SECRET_FILE to its path.`,
  ),
  folderImpossible: refusal(
    (folder: string) =>
      `The data folder ${folder} cannot be created at that place: set PARLEY_DATA_DIR to a folder on a disk.`,
  ),
  holderForbidden: refusal(
    (file: string) =>
      `The file ${file}, which records the user of the data folder, cannot be read by this user: run this as the user who runs Parley there, or as root.`,
  ),
  holderIsFolder: refusal(
    (file: string) =>
      `The file ${file}, which records the user of the data folder, is a folder: remove it and start again.`,
  ),
  databaseIncomplete: refusal(
    (folder: string) =>
      `The folder ${folder} is not empty, and without its file PG_VERSION it is not a database: restore it from a backup, or move it away to start with an empty database.`,
  ),
  databaseOpenToOthers: refusal(
    (folder: string) =>
      `The database folder ${folder} is open to other users, which PostgreSQL refuses: close it with "chmod 700 ${folder}".`,
  ),
  databaseForbidden: refusal(
    (database: string, role: string, why: string) =>
      `The role ${role} may not change the database ${database} (${why}): allow it there with "grant create on schema public to ${role}", or set DATABASE_URL to the role that owns its tables.`,
  ),
  databaseReadOnly: refusal(
    (where: string) =>
      `The database at ${where} is read-only: set DATABASE_URL to the primary server, or switch default_transaction_read_only off.`,
  ),
  folderWithoutDatabase: refusal(
    (folder: string) =>
      `The data folder ${folder} has no database in it: set PARLEY_DATA_DIR to the data folder of your server.`,
  ),
  databaseLost: refusal(
    (folder: string, found: string) =>
      `The data folder ${folder} has ${found} but no database, so people would meet an empty server: restore the database, set DATABASE_URL if it is elsewhere, or set PARLEY_DATA_DIR to another folder to start anew.`,
  ),
  databaseUrlMissing: refusal(
    (place: string, mark: string) =>
      `The data of this server is in the database at ${place}, and DATABASE_URL is not set: set it, or remove the file ${mark} if you have moved the data into the embedded database.`,
  ),
  databaseEmpty: refusal(
    (place: string, before: string, mark: string) =>
      `The database at ${place} is empty, and this server had its data in the one at ${before}: correct DATABASE_URL, restore the database, or remove the file ${mark} to start anew.`,
  ),
  notAFile: refusal((path: string, what: string) => `${path} is ${what}: choose the name of a file.`),
  fileWithoutFolder: refusal(
    (path: string, folder: string) =>
      `${path} cannot be written, because there is no folder ${folder}: create it first.`,
  ),
  fileForbidden: refusal(
    (path: string) => `${path} cannot be written by this user: choose a folder in which this user may write.`,
  ),
  organizationExists: refusal((host: string) => `There is already an organization at ${host}: choose another host.`),
  addressReserved: refusal(
    (email: string, host: string) =>
      `The address ${email} is reserved for hidden addresses in an organization at ${host}: choose another address for that person, or another host.`,
  ),
  databaseNewer: refusal(
    (unknown: string) =>
      `The database is newer than this Parley (it has ${unknown}): start the newer version that created it, or restore a backup.`,
  ),
  otherNodesRunning: refusal(
    (url: string) =>
      `The database must be upgraded, and another node uses it (${url}): stop all nodes, start one with this release, and then the others.`,
  ),
  otherRelease: refusal(
    (url: string) =>
      `The node at ${url} runs another release with an incompatible log: stop all nodes and start them with the same release.`,
  ),
  signInUnwritable: refusal(
    (file: string, why: string) =>
      `The file ${file}, which explains the first sign-in, cannot be written (${why}): remove whatever is in its place, or free some space, and start again.`,
  ),
  restoreUnfinished: refusal(
    (folder: string) =>
      `A restore into ${folder} was interrupted: run "parley restore" again with the same file, or empty the folder.`,
  ),
  restoreIntoData: refusal(
    (what: string) =>
      `Nothing is restored over existing data (${what}): set PARLEY_DATA_DIR to an empty folder, or DATABASE_URL to an empty database.`,
  ),
  backupUnwritable: refusal(
    (file: string, why: string) => `The backup ${file} cannot be written (${why}): choose another place for it.`,
  ),
  backupUnreadable: refusal(
    (file: string, why: string) => `The backup ${file} cannot be read (${why}): check its path and its permissions.`,
  ),
  backupForeign: refusal(
    (file: string) => `The file ${file} is not a backup of Parley: choose a file that "parley backup" has written.`,
  ),
  backupNewer: refusal(
    (file: string, version: string) =>
      `The backup ${file} was made by a newer Parley (${version}): restore it with that version or a newer one.`,
  ),
  backupTruncated: refusal(
    (file: string) => `The backup ${file} ends too early: copy it again completely, or use another one.`,
  ),
  backupAltered: refusal((file: string) => `The backup ${file} is damaged: copy it again, or use another one.`),
  backupEncrypted: refusal(
    (file: string) => `The backup ${file} is encrypted: name the file with its passphrase with --passphrase-file.`,
  ),
  backupNotEncrypted: refusal((file: string) => `The backup ${file} is not encrypted: leave out --passphrase-file.`),
  passphraseWrong: refusal(
    (file: string) =>
      `The passphrase is not the one of the backup ${file}: name the right file with --passphrase-file.`,
  ),
  passphraseUnreadable: refusal(
    (file: string, why: string) =>
      `The passphrase file ${file} cannot be read (${why}): check its path and its permissions.`,
  ),
  passphraseEmpty: refusal((file: string) => `The passphrase file ${file} is empty: write a passphrase into it.`),
  databaseOlder: refusal(
    (missing: string) =>
      `The database is older than this Parley (it lacks ${missing}): run "parley migrate" first, or restart the server, which does the same.`,
  ),
}

/** The codes of the file system and of PostgreSQL. */
const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && DISK_FULL.includes((error as NodeJS.ErrnoException).code ?? '')

/** Turns a file system error into a refusal. Returns other errors unchanged. */
export function refusalOf(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (isDiskFull(error)) return refuse.diskFull(path)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return refuse.folderForbidden(path)
  if (code === 'EEXIST' || code === 'ENOTDIR') return refuse.folderIsNone(path)
  return error
}
