/** Parley will not start like this. The message is one sentence for the operator: what is wrong, and what to do. */
export class StartupRefusal extends Error {
  override name = 'StartupRefusal'
}

const refusal =
  <Args extends readonly unknown[]>(text: (...args: Args) => string) =>
  (...args: Args): StartupRefusal =>
    new StartupRefusal(text(...args))

/** Every sentence with which a start can be refused; startup-refusal.test.ts holds their wording. */
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
      `The data folder ${folder} is, or lies below, something that is not a folder: set PARLEY_DATA_DIR to a folder.`,
  ),
  diskFull: refusal(
    (folder: string) => `The disk that holds ${folder} is full: free some space on it and start again.`,
  ),
  databaseForeign: refusal(
    (folder: string, owner: string) =>
      `The database in ${folder} belongs to ${owner}: start Parley as root or as that user, or change the owner of that folder.`,
  ),
  databaseOfRoot: refusal(
    (folder: string) =>
      `The database in ${folder} belongs to root, as whom PostgreSQL refuses to run: give it to another user, for example with "chown -R nobody ${folder}".`,
  ),
  databaseLinkBroken: refusal(
    (link: string, target: string) =>
      `The database folder ${target}, to which ${link} points, does not exist: bring it back, or remove the link to begin with an empty database.`,
  ),
  databaseWithoutPassword: refusal(
    (file: string) =>
      `The password of the embedded database is missing: bring ${file} back from a backup of the data folder.`,
  ),
  databaseOtherVersion: refusal(
    (folder: string, found: string, wanted: string) =>
      `The database in ${folder} was made by PostgreSQL ${found} and this Parley brings PostgreSQL ${wanted}: use the Parley version that made it, and move the data with pg_dump as docs/operating.md says.`,
  ),
  databaseNotStarting: refusal(
    (logFile: string, why: string) =>
      `The embedded database does not start (${why}): read ${logFile}, or set DATABASE_URL to an existing PostgreSQL.`,
  ),
  databaseStuck: refusal(
    (folder: string, pid: number) =>
      `The embedded database in ${folder} (process ${pid}) stands still: let it go on with "kill -CONT ${pid}", or end it with "kill -KILL ${pid}", and start again.`,
  ),
  databaseGone: refusal(
    (folder: string) =>
      `The database in ${folder} is gone while Parley runs: bring that folder back, for example by mounting its disk, and it is started again by itself.`,
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
    (file: string) => `The secret in ${file} is shorter than 32 bytes: bring the file back from a backup.`,
  ),
  secretForbidden: refusal(
    (file: string) =>
      `The secret file ${file} cannot be read or written by this user: change its owner, or set PARLEY_SECRET_FILE.`,
  ),
  secretIsNoFile: refusal(
    (file: string) =>
      `The secret file ${file} is a folder, or lies below something that is not a folder: set PARLEY_SECRET_FILE to a file.`,
  ),
  secretMissing: refusal(
    (file: string) =>
      `The secret file ${file} does not exist, and without it no API key in the database can be used: bring the file back from a backup, or set PARLEY_SECRET_FILE to where it is.`,
  ),
  secretOfAnother: refusal(
    (file: string) =>
      `The secret in ${file} is not the one with which this database was made, and with it no API key could be used: bring the right file back from a backup, or set PARLEY_SECRET_FILE to where it is.`,
  ),
  folderImpossible: refusal(
    (folder: string) =>
      `The data folder ${folder} cannot be made at that place: set PARLEY_DATA_DIR to a folder on a disk.`,
  ),
  holderForbidden: refusal(
    (file: string) =>
      `The file ${file}, which says who uses the data folder, cannot be read by this user: run this as the user who runs Parley there, or as root.`,
  ),
  holderIsFolder: refusal(
    (file: string) => `The file ${file}, which says who uses the data folder, is a folder: remove it and start again.`,
  ),
  databaseIncomplete: refusal(
    (folder: string) =>
      `The folder ${folder} is not empty, and without its file PG_VERSION it is no database: bring it back from a backup, or move it away to begin with an empty database.`,
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
  organizationExists: refusal((host: string) => `There is already an organization at ${host}: choose another host.`),
  addressReserved: refusal(
    (email: string, host: string) =>
      `The address ${email} stands for a hidden one in an organization at ${host}: choose another address for that person, or another host.`,
  ),
  databaseNewer: refusal(
    (unknown: string) =>
      `The database is newer than this Parley (it has ${unknown}): start the newer version that made it, or restore a backup.`,
  ),
  otherNodesRunning: refusal(
    (url: string) =>
      `The database has to be brought up to date, and another node uses it (${url}): stop all nodes, start one with this release, and then the others.`,
  ),
  otherRelease: refusal(
    (url: string) =>
      `The node at ${url} runs another release, whose log this one cannot share: stop all nodes and start them with the same release.`,
  ),
  signInUnwritable: refusal(
    (file: string, why: string) =>
      `The file ${file}, which is to say how the first owner signs in, cannot be written (${why}): remove what is in its place, or make room for it, and start again.`,
  ),
  databaseOlder: refusal(
    (missing: string) =>
      `The database is older than this Parley (it lacks ${missing}): run "parley migrate" first, or restart the server, which does the same.`,
  ),
}

/** Turns what the operating system says about a file into a refusal; anything else is passed on as it is. */
export function refusalOf(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return refuse.diskFull(path)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return refuse.folderForbidden(path)
  if (code === 'EEXIST' || code === 'ENOTDIR') return refuse.folderIsNone(path)
  return error
}
