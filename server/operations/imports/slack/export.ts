import type { Archive } from '../archive/archive.ts'
import { textAt, textsAt } from '../archive/fields.ts'
import { isObject, type Json, readJson } from '../archive/read-json.ts'
import { notThisExport } from '../archive/refusals.ts'
import type { ImportReport } from '../report.ts'

const WHAT = 'an export of Slack'

/** The lists of conversations, and what is in them. */
const LISTS = [
  { file: 'channels.json', kind: 'public' },
  { file: 'groups.json', kind: 'private' },
  { file: 'mpims.json', kind: 'direct' },
  { file: 'dms.json', kind: 'direct' },
] as const

export interface SlackConversation {
  readonly id: string
  readonly kind: (typeof LISTS)[number]['kind']
  readonly where: string
  readonly record: Json
  readonly members: readonly string[]
  /** The files with its messages, the oldest day first. */
  readonly days: readonly string[]
}

export interface SlackExport {
  readonly users: readonly { readonly where: string; readonly record: Json }[]
  readonly conversations: readonly SlackConversation[]
}

/** Reads the lists of an export. They are small: people and conversations, not messages. */
export async function readExport(archive: Archive, report: ImportReport): Promise<SlackExport> {
  const root = rootOf(archive)
  const folders = foldersOf(archive, root)
  const usersFile = archive.sizeOf(`${root}users.json`) === undefined ? 'org_users.json' : 'users.json'
  const users = (await listIn(archive, root, usersFile, report)).map(({ where, record }) => ({ where, record }))
  const conversations: SlackConversation[] = []
  const known = new Set<string>()
  for (const { file, kind } of LISTS) {
    if (archive.sizeOf(`${root}${file}`) === undefined) continue
    for (const { where, id, record } of await listIn(archive, root, file, report)) {
      const folder = [textAt(record, 'name'), id].find((name) => name !== '' && folders.has(name))
      if (folder !== undefined) known.add(folder)
      const days = folder === undefined ? [] : folders.get(folder)!
      conversations.push({ id, kind, where, record, members: textsAt(record, 'members'), days })
    }
  }
  for (const [folder, days] of folders)
    if (!known.has(folder) && days.length > 0) report.skip(`${root}${folder}`, 'no list names this conversation')
  return { users, conversations }
}

/** Some programs put everything into a folder. */
function rootOf(archive: Archive): string {
  let root: string | undefined
  for (const path of archive.paths) {
    const [, found] = /^((?:[^/]+\/)?)(?:org_)?users\.json$/.exec(path) ?? []
    if (found === undefined) continue
    if (root === undefined || found.length < root.length) root = found
  }
  if (root === undefined) throw notThisExport(archive.path, WHAT, 'it has no users.json')
  // An export of one person's conversations may have no channels.
  if (LISTS.every(({ file }) => archive.sizeOf(`${root}${file}`) === undefined))
    throw notThisExport(archive.path, WHAT, 'it has no channels.json')
  return root
}

const DAY = /^(.+)\/(\d{4}-\d\d-\d\d)\.json$/

function foldersOf(archive: Archive, root: string): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const path of archive.paths) {
    const [, folder] = path.startsWith(root) ? (DAY.exec(path.slice(root.length)) ?? []) : []
    if (folder === undefined) continue
    const days = folders.get(folder)
    if (days) days.push(path)
    else folders.set(folder, [path])
  }
  for (const days of folders.values()) days.sort()
  return folders
}

interface ListedRecord {
  readonly id: string
  readonly where: string
  readonly record: Json
}

async function listIn(archive: Archive, root: string, file: string, report: ImportReport): Promise<ListedRecord[]> {
  const read = await readJson(archive, `${root}${file}`)
  if ('problem' in read) throw notThisExport(archive.path, WHAT, `${file}: ${read.problem}`)
  if (!Array.isArray(read.value)) throw notThisExport(archive.path, WHAT, `${file} is not a list`)
  const listed: ListedRecord[] = []
  const ids = new Set<string>()
  for (const [index, record] of read.value.entries()) {
    const id = isObject(record) ? textAt(record, 'id') : ''
    const where = `${file}, ${id === '' ? `entry ${index + 1}` : id}`
    if (!isObject(record) || id === '') report.skip(where, 'it has no id')
    else if (ids.has(id)) report.skip(where, 'it is there twice')
    else listed.push({ id, where, record })
    ids.add(id)
  }
  return listed
}
