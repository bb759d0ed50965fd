import type { SystemBotName } from '../../../kernel/realm-state/system-bots.ts'
import { USER_SETTINGS } from '../../../kernel/realm-state/user-settings.ts'
import { type ArchiveFolder, openFile } from '../archive/open-folder.ts'
import type { SourceFile, SourcePerson, SourceRole } from '../source.ts'
import { idOf, isRow, numberOf, type Row, textOf } from '../values.ts'
import { readJson, type Tables } from './tables.ts'

const ROLES = [100, 200, 300, 400, 600]

/** The bots of the other server. Ours take their place. */
const SYSTEM_BOTS: readonly (readonly [start: string, name: SystemBotName])[] = [
  ['welcome-bot@', 'welcome'],
  ['emailgateway@', 'emailGateway'],
  ['', 'notification'],
]

export class People {
  readonly #tables: Tables
  readonly #avatars = new Map<string, SourceFile>()
  readonly #profiles = new Map<string, Record<string, string>>()

  private constructor(tables: Tables) {
    this.#tables = tables
    for (const row of tables.all('zerver_customprofilefieldvalue')) {
      const [person, field, value] = [idOf(row['user_profile']), idOf(row['field']), textOf(row['value'])]
      if (person === undefined || field === undefined || value === undefined) continue
      const profile = this.#profiles.get(person) ?? {}
      profile[field] = value
      this.#profiles.set(person, profile)
    }
  }

  static async read(folder: ArchiveFolder, tables: Tables): Promise<People> {
    const people = new People(tables)
    const records = await readJson(folder, 'avatars/records.json')
    for (const row of (Array.isArray(records) ? records : []).filter(isRow)) {
      const [id, path] = [idOf(row['user_profile_id']), textOf(row['path'])]
      if (id === undefined || path === undefined) continue
      // The original, if it is there, is better than the small picture.
      if (people.#avatars.has(id) && !path.endsWith('.original')) continue
      const where = `avatars/records.json, user_profile_id ${id}`
      people.#avatars.set(id, {
        id,
        where,
        name: path,
        type: null,
        size: null,
        open: openFile(folder, `avatars/${path}`),
      })
    }
    return people
  }

  async *all(): AsyncGenerator<SourcePerson> {
    for (const row of this.#tables.all('zerver_userprofile_crossrealm')) {
      const [id, email] = [idOf(row['id']), textOf(row['email']) ?? '']
      if (id === undefined) continue
      const [, systemBot] = SYSTEM_BOTS.find(([start]) => email.startsWith(start))!
      const where = `realm.json, zerver_userprofile_crossrealm, id ${id}`
      yield { id, where, email, fullName: systemBot, role: 400, isActive: true, isBot: true, systemBot }
    }
    for (const table of ['zerver_userprofile', 'zerver_userprofile_mirrordummy'])
      for (const row of this.#tables.all(table)) {
        const person = this.#person(row, `realm.json, ${table}, id ${row['id']}`)
        if (person) yield person
      }
  }

  #person(row: Row, where: string): SourcePerson | undefined {
    const [id, fullName] = [idOf(row['id']), textOf(row['full_name'])]
    const email = textOf(row['delivery_email']) || textOf(row['email'])
    if (id === undefined || fullName === undefined || email === undefined) {
      this.#tables.report.skip(where, 'the person has no id, address or name')
      return undefined
    }
    const isBot = row['is_bot'] === true
    const role = numberOf(row['role']) ?? 400
    const avatar = row['avatar_source'] === 'U' ? this.#avatars.get(id) : undefined
    const profile = this.#profiles.get(id)
    const [owner, joinedAt, botType] = [idOf(row['bot_owner']), numberOf(row['date_joined']), numberOf(row['bot_type'])]
    return {
      id,
      where,
      email,
      fullName,
      role: (ROLES.includes(role) ? role : 400) as SourceRole,
      // Stands for somebody who never had an account.
      isActive: row['is_active'] !== false && row['is_mirror_dummy'] !== true,
      isBot,
      ...(isBot && botType !== undefined && { botType }),
      ...(isBot && owner !== undefined && { ownerId: owner }),
      ...(joinedAt !== undefined && { joinedAt }),
      timezone: textOf(row['timezone']) ?? '',
      ...(avatar && { avatar }),
      ...(profile && { profile }),
      settings: settingsOf(row),
    }
  }
}

/** The other server has more settings than people chose. Those that it shares with us have the same names. */
const settingsOf = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => Object.hasOwn(USER_SETTINGS, name) || name === 'email_address_visibility'),
  )
