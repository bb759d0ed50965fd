import { REALM_SETTINGS } from '../../../kernel/realm-state/realm-settings.ts'
import { type ArchiveFolder, openFile } from '../archive/open-folder.ts'
import type { SourceEmoji, SourceLinkifier, SourceProfileField } from '../source.ts'
import { idOf, numberOf, type Row, textOf } from '../values.ts'
import type { Tables } from './tables.ts'

/** Settings that the other server stores as numbers and we as words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  topics_policy: ['', '', 'allow_empty_topic', 'disable_empty_topic'],
  message_edit_history_visibility_policy: ['', 'all', 'moves', 'none'],
}

export function settingsOf(realm: Row): Record<string, unknown> {
  const known = Object.entries(realm).flatMap(([name, value]) => {
    if (!Object.hasOwn(REALM_SETTINGS, name)) return []
    const words = WORDS[name]
    const word = words && typeof value === 'number' ? words[value] : value
    return word === '' || word === undefined ? [] : [[name, word]]
  })
  return Object.fromEntries(known)
}

export async function* emojiOf(folder: ArchiveFolder, tables: Tables): AsyncGenerator<SourceEmoji> {
  for (const row of tables.all('zerver_realmemoji')) {
    const [id, name, fileName, author] = [
      idOf(row['id']),
      textOf(row['name']),
      textOf(row['file_name']),
      idOf(row['author']),
    ]
    if (id === undefined || name === undefined) continue
    const where = `realm.json, zerver_realmemoji, id ${id}`
    const folders = [`emoji/${row['realm']}/emoji/images/${fileName}`, `emoji/${fileName}`]
    const open = async () => {
      for (const path of folders.flatMap((one) => [`${one}.original`, one])) {
        const found = await openFile(folder, path)()
        if (found) return found
      }
      return null
    }
    const picture = { id, where, name: fileName ?? name, type: null, size: null, open }
    yield {
      id,
      where,
      name,
      ...(author !== undefined && { authorId: author }),
      isActive: row['deactivated'] !== true,
      picture,
    }
  }
}

export async function* linkifiersOf(tables: Tables): AsyncGenerator<SourceLinkifier> {
  const rows = [...tables.all('zerver_realmfilter')].sort(
    (a, b) => (numberOf(a['order']) ?? 0) - (numberOf(b['order']) ?? 0),
  )
  for (const row of rows) {
    const [id, pattern] = [idOf(row['id']), textOf(row['pattern'])]
    // Older releases wrote the template with percent signs.
    const template = textOf(row['url_template']) ?? textOf(row['url_format_string'])?.replace(/%\((\w+)\)s/g, '{$1}')
    if (id === undefined || pattern === undefined || template === undefined) continue
    yield { id, where: `realm.json, zerver_realmfilter, id ${id}`, pattern, urlTemplate: template }
  }
}

export async function* profileFieldsOf(tables: Tables): AsyncGenerator<SourceProfileField> {
  const rows = [...tables.all('zerver_customprofilefield')].sort(
    (a, b) => (numberOf(a['order']) ?? 0) - (numberOf(b['order']) ?? 0),
  )
  for (const row of rows) {
    const [id, name, type] = [idOf(row['id']), textOf(row['name']), numberOf(row['field_type'])]
    if (id === undefined || name === undefined || type === undefined) continue
    yield {
      id,
      where: `realm.json, zerver_customprofilefield, id ${id}`,
      name,
      hint: textOf(row['hint']) ?? '',
      type,
      fieldData: textOf(row['field_data']) ?? '',
      displayInSummary: row['display_in_profile_summary'] === true,
    }
  }
}
