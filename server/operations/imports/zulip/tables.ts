import { readFile, stat } from 'node:fs/promises'
import { getOrMake } from '../../../kernel/base/get-or-make.ts'
import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import { jsonRows } from '../archive/json-rows.ts'
import type { ArchiveFolder } from '../archive/open-folder.ts'
import type { ImportReport } from '../report.ts'
import { isRow, jsonOf, type Row } from '../values.ts'

/** Tables that are small enough to be in memory. Reactions and subscriptions are read when they are needed. */
const SMALL = new Set([
  'zerver_realm',
  'zerver_userprofile',
  'zerver_userprofile_crossrealm',
  'zerver_userprofile_mirrordummy',
  'zerver_stream',
  'zerver_defaultstream',
  'zerver_recipient',
  'zerver_channelfolder',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_client',
  'zerver_usertopic',
  'zerver_mutedtopic',
  'zerver_muteduser',
  'zerver_alertword',
  'zerver_scheduledmessage',
  'zerver_savedsnippet',
])

/** What we do not take, by the words of the report. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  zerver_submessage: 'votes in polls and changes of to-do lists',
  zerver_userstatus: 'personal statuses',
  zerver_realmplayground: 'code playgrounds',
  zerver_realmdomain: 'allowed domains of email addresses',
  zerver_defaultstreamgroup: 'groups of default channels',
  zerver_navigationview: 'navigation views',
  zerver_realmauditlog: 'entries of the audit log',
  zerver_botstoragedata: 'texts that bots stored',
  zerver_service: 'services that bots call',
  zerver_channelemailaddress: 'email addresses of channels',
}

const GROUP_CONVERSATION = 3

/** The content of `realm.json`. */
export class Tables {
  readonly report: ImportReport
  readonly #path: string
  readonly #tables = new Map<string, Row[]>()
  /** The people of each conversation of several, by its recipient. */
  readonly groupConversations = new Map<number, string[]>()

  private constructor(path: string, report: ImportReport) {
    this.#path = path
    this.report = report
  }

  static async read(folder: ArchiveFolder, report: ImportReport, shown: string): Promise<Tables> {
    const path = await folder.find('realm.json')
    if (path === null) throw new StartupRefusal(`${shown} has no realm.json: check the format and the path.`)
    const tables = new Tables(path, report)
    try {
      for await (const { list, row } of tables.#rows((name) => SMALL.has(name) || name in LEFT_OUT)) {
        const left = LEFT_OUT[list]
        if (left !== undefined) report.leftOut(left)
        else getOrMake(tables.#tables, list, () => []).push(row)
      }
      await tables.#readConversations()
    } catch (error) {
      if (error instanceof StartupRefusal || (error as NodeJS.ErrnoException).code) throw error
      throw new StartupRefusal(`realm.json in ${shown} is damaged: make the export again.`)
    }
    return tables
  }

  all(table: string): readonly Row[] {
    return this.#tables.get(table) ?? []
  }

  /** The rows of a large table. */
  async *stream(table: string): AsyncGenerator<{ readonly row: Row; readonly where: string }> {
    yield* this.#rows((name) => name === table)
  }

  async *#rows(isWanted: (name: string) => boolean) {
    for await (const { list, row, index } of jsonRows(this.#path, isWanted)) {
      const id = isRow(row) && row['id'] !== undefined ? `id ${row['id']}` : `row ${index + 1}`
      const where = `realm.json, ${list}, ${id}`
      if (isRow(row)) yield { list, row, where }
      else this.report.skip(where, 'it is not a record')
    }
  }

  /** Who takes part in a conversation of several people is in the subscriptions. */
  async #readConversations(): Promise<void> {
    const recipients = new Set(
      this.all('zerver_recipient')
        .filter((row) => row['type'] === GROUP_CONVERSATION)
        .map((row) => Number(row['id'])),
    )
    if (recipients.size === 0) return
    for await (const { row } of this.stream('zerver_subscription')) {
      const recipient = Number(row['recipient'])
      if (!recipients.has(recipient)) continue
      const people = this.groupConversations.get(recipient)
      if (people) people.push(`${row['user_profile']}`)
      else this.groupConversations.set(recipient, [`${row['user_profile']}`])
    }
  }
}

/** A message file has a thousand messages. A larger one is damaged. */
const MAX_TABLE_BYTES = 512 * 1024 * 1024

/** A small JSON file. Undefined if it is missing or damaged. */
export async function readJson(folder: ArchiveFolder, name: string): Promise<unknown> {
  const path = await folder.find(name)
  if (path === null || (await stat(path)).size > MAX_TABLE_BYTES) return undefined
  return jsonOf(await readFile(path, 'utf8'))
}
