import { StartupRefusal } from '../../../kernel/base/startup-refusal.ts'
import { REALM_GROUP_SETTINGS } from '../../../kernel/realm-state/realm-settings.ts'
import { type ArchiveFolder, openFile, openFolder } from '../archive/open-folder.ts'
import type { TextNames } from '../narrow-text.ts'
import type { ImportSource, OpenSource, SourceUpload } from '../source.ts'
import { idOf, isRow, numberOf, type Row, textOf } from '../values.ts'
import { Messages } from './messages.ts'
import { emojiOf, linkifiersOf, profileFieldsOf, settingsOf } from './organization.ts'
import { People } from './people.ts'
import { alertWordsOf, mutedPeopleOf, scheduledOf, snippetsOf, topicPoliciesOf } from './personal.ts'
import { channelsOf, foldersOf, Groups, subscriptionsOf } from './places.ts'
import { readJson, Tables } from './tables.ts'

/** The data export of a Zulip server: a folder, or a tar.gz archive with one. */
export const openZulip: OpenSource = async (path, { report }) => {
  const folder = await openFolder(path, 'realm.json')
  try {
    const tables = await Tables.read(folder, report, path)
    const [realm] = tables.all('zerver_realm')
    if (!realm) throw new StartupRefusal(`${path} is not an export of a Zulip server: check the format and the path.`)
    const groups = new Groups(tables)
    const names = await namesOf(folder, tables, groups)
    const people = await People.read(folder, tables)
    for (const name of await folder.list('realm_icons'))
      if (name.endsWith('.original')) report.leftOut('icons and logos')
    const messages = new Messages(folder, tables, names)
    return {
      format: 'zulip',
      identity: textOf(realm['uuid']) ?? `${textOf(realm['string_id'])} ${numberOf(realm['date_created'])}`,
      name: textOf(realm['name']) ?? 'The organization',
      people: () => people.all(),
      async *groups() {
        yield* groups.all()
      },
      folders: () => foldersOf(tables),
      channels: () => channelsOf(tables, groups, names),
      subscriptions: () => subscriptionsOf(tables),
      emoji: () => emojiOf(folder, tables),
      linkifiers: () => linkifiersOf(tables),
      profileFields: () => profileFieldsOf(tables),
      messages: () => messages.all(),
      reactions: () => messages.reactions(),
      topicPolicies: () => topicPoliciesOf(tables),
      mutedPeople: () => mutedPeopleOf(tables),
      alertWords: () => alertWordsOf(tables),
      snippets: () => snippetsOf(tables),
      scheduledMessages: () => scheduledOf(tables, messages, names),
      settings: async () => settingsOf(realm),
      permissions: async () => groups.permissionsOf(realm, Object.keys(REALM_GROUP_SETTINGS)),
      close: () => folder.close(),
    } satisfies ImportSource
  } catch (error) {
    await folder.close()
    throw error
  }
}

/** What texts refer to. */
async function namesOf(folder: ArchiveFolder, tables: Tables, groups: Groups): Promise<TextNames> {
  const people = Map.groupBy(tables.all('zerver_userprofile'), (row) => textOf(row['full_name']))
  const channels = new Map(
    tables
      .all('zerver_stream')
      .flatMap((row) => (row['deactivated'] === true ? [] : [[row['name'], idOf(row['id'])!]])),
  )
  const uploads = await uploadsOf(folder)
  return {
    person: (name) => {
      const found = people.get(name) ?? []
      return found.length === 1 ? idOf(found[0]!['id']) : undefined
    },
    group: (name) => groups.idOfName(name),
    channel: (name) => channels.get(name),
    upload: (path) => uploads.get(path),
    addresses: addressesOf(tables),
  }
}

/** The export does not name the host, but bots and hidden addresses have it. */
function addressesOf(tables: Tables): string[] {
  const hosts = tables.all('zerver_userprofile').flatMap((row) => {
    const email = textOf(row['email']) ?? ''
    const host = email.split('@')[1]
    const isMade = email.startsWith(`user${row['id']}@`) || (row['is_bot'] === true && /-bot@/.test(email))
    return isMade && host ? [host] : []
  })
  return [...new Set(hosts)].flatMap((host) => [`https://${host}`, `http://${host}`])
}

async function uploadsOf(folder: ArchiveFolder): Promise<ReadonlyMap<string, SourceUpload>> {
  const content = (await readJson(folder, 'attachment.json')) as Row | undefined
  const rows = content?.['zerver_attachment']
  const uploads = new Map<string, SourceUpload>()
  for (const row of (Array.isArray(rows) ? rows : []).filter(isRow)) {
    const [id, path, name] = [idOf(row['id']), textOf(row['path_id']), textOf(row['file_name'])]
    if (id === undefined || path === undefined) continue
    const [ownerId, createdAt] = [idOf(row['owner']), numberOf(row['create_time'])]
    uploads.set(path, {
      id,
      where: `attachment.json, id ${id}`,
      name: name ?? path.split('/').at(-1) ?? 'file',
      type: textOf(row['content_type']) ?? null,
      size: numberOf(row['size']) ?? null,
      ...(ownerId !== undefined && { ownerId }),
      ...(createdAt !== undefined && { createdAt }),
      open: openFile(folder, `uploads/${path}`),
    })
  }
  return uploads
}
