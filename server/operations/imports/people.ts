import type { Selectable } from 'kysely'
import { foldCase } from '../../../api/fold-case.ts'
import { UserSettingsDefaults } from '../../../api/objects/user-settings.ts'
import { fullNameProblem, isEmail, MAX_FULL_NAME_LENGTH } from '../../kernel/base/person-rules.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { userFromRow } from '../../kernel/realm-state/from-rows.ts'
import { idOnWire } from '../../kernel/realm-state/hidden-email.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { BOT_TYPE, type User } from '../../kernel/realm-state/user.ts'
import { USER_SETTINGS } from '../../kernel/realm-state/user-settings.ts'
import { canonicalTimeZone } from '../../people/settings/time-zone.ts'
import { newApiKey } from '../../people/users/api-key.ts'
import { BATCH, inBatches } from './batches.ts'
import { timeOr } from './clean.ts'
import { cut } from './free-name.ts'
import { draft, type ImportRun } from './importing.ts'
import { addRecords, reserveIds, stage, stagedRows } from './records.ts'
import type { SourcePerson } from './source.ts'

type AccountRow = Selectable<Tables['account']>

/** People are matched by email. Others become stubs, which the first sign-in completes. */
export async function importPeople(to: ImportRun): Promise<void> {
  for (const row of await stagedRows<AccountRow>(to.db, to.importId, 'account'))
    draft(to.realm, [{ put: 'user', value: userFromRow(row, to.realm.info.host) }])
  // Bots come second, because they have owners.
  for (const areBots of [false, true])
    await inBatches(to.source.people(), BATCH, (batch) =>
      addPeople(
        to,
        batch.filter((person) => person.isBot === areBots && !to.people.has(person.id)),
      ),
    )
}

async function addPeople(to: ImportRun, people: readonly SourcePerson[]): Promise<void> {
  const ids = await reserveIds(to.db, 'account', people.length)
  const rows: AccountRow[] = []
  const records: [string, number][] = []
  for (const [index, person] of people.entries()) {
    const match = matchOf(to, person)
    if (!match) rows.push(accountRow(to, person, ids[index]!))
    const id = match?.id ?? ids[index]!
    if (!match) draft(to.realm, [{ put: 'user', value: userFromRow(rows.at(-1)!, to.realm.info.host) }])
    to.people.set(person.id, id)
    records.push([person.id, id])
    if (!person.systemBot) to.added(match ? 'people found by email' : person.isBot ? 'bots' : 'people')
  }
  await to.db.transaction().execute(async (tx) => {
    await addRecords(tx, to.importId, 'person', records)
    await stage(tx, to.importId, 'account', rows)
  })
  to.progress('people', to.people.size)
}

function matchOf({ realm }: ImportRun, person: SourcePerson): User | undefined {
  if (person.systemBot) return realm.systemBot(person.systemBot)
  const found = realm.accountByEmail(person.email)
  return found?.isBot === person.isBot ? found : undefined
}

function accountRow(to: ImportRun, person: SourcePerson, id: number): AccountRow {
  const { realm, tools } = to
  const apiKey = newApiKey()
  const { email_address_visibility: visibility = 1, ...defaults } = realm.info.accountDefaults
  return {
    id,
    realm_id: realm.id,
    delivery_email: freeEmail(to, person, id),
    full_name: usableName(person.fullName, id),
    role: person.role,
    is_active: person.isActive,
    is_bot: person.isBot,
    bot_type: person.isBot ? botType(to, person) : null,
    bot_owner_id: person.isBot ? (to.people.get(person.ownerId ?? '') ?? null) : null,
    is_system_bot: false,
    date_joined: timeOr(person.joinedAt, to.now),
    timezone: canonicalTimeZone(person.timezone ?? '') ?? '',
    avatar_source: realm.info.settings.default_avatar_source,
    avatar_version: 1,
    avatar_token: null,
    can_create_users: false,
    can_change_user_emails: false,
    api_key_hash: tools.secret.hashKey(apiKey),
    api_key_sealed: tools.secret.sealKey(apiKey),
    password_hash: null,
    email_address_visibility: person.isBot ? 1 : visibilityOf(person, visibility),
    settings: person.isBot ? {} : { ...defaults, ...knownSettings(to, person) },
    // Values may name any of the people: see profiles.ts.
    profile: {},
    is_imported_stub: !person.isBot,
    has_edited_settings: false,
    is_long_idle: false,
  }
}

export const canBeAddress = (realm: RealmState, email: string): boolean =>
  isEmail(email) && idOnWire(email, realm.info.host) === undefined

/** An address of another account, or one that stands for a hidden address, cannot be used. */
function freeEmail(
  { realm, source, report }: ImportRun,
  { email, id: sourceId, where }: SourcePerson,
  id: number,
): string {
  const wanted = email.trim()
  if (canBeAddress(realm, wanted) && !realm.accountByEmail(wanted)) return wanted
  report.leftOut('email addresses that cannot be used', where)
  const word = foldCase(sourceId).replace(/[^a-z0-9]+/g, '-') || `${id}`
  const made = `${word}@${source.format}.invalid`
  return realm.accountByEmail(made) ? `${word}-${id}@${source.format}.invalid` : made
}

function usableName(written: string, id: number): string {
  const name = cut(
    written
      .toWellFormed()
      .replace(/[*`\\>"@\p{C}\p{Zl}\p{Zp}]/gu, '')
      .replace(/\|(?=\d+$)/, ' ')
      .trim(),
    MAX_FULL_NAME_LENGTH,
  )
  return fullNameProblem(written) === null ? written.trim() : fullNameProblem(name) === null ? name : `Person ${id}`
}

/** What other bots call, an address or code, only the other server knows. */
export function botType({ report }: Pick<ImportRun, 'report'>, person: SourcePerson): number {
  const { botType: type = BOT_TYPE.generic, where } = person
  if (type === BOT_TYPE.generic || type === BOT_TYPE.incomingWebhook) return type
  report.leftOut('services that bots call', where)
  return BOT_TYPE.generic
}

function visibilityOf({ settings }: SourcePerson, otherwise: number): number {
  const wanted = settings?.['email_address_visibility']
  return typeof wanted === 'number' && wanted >= 1 && wanted <= 5 ? wanted : otherwise
}

/** Settings that we have, with values that they may have. */
export function knownSettings(
  { report }: Pick<ImportRun, 'report'>,
  { settings = {}, where }: SourcePerson,
): Record<string, unknown> {
  const known = Object.entries(settings).filter(([name, value]) => {
    if (name === 'email_address_visibility') return false
    const rules = UserSettingsDefaults.shape
    const fits =
      Object.hasOwn(USER_SETTINGS, name) && rules[name as keyof typeof USER_SETTINGS].safeParse(value).success
    if (!fits) report.leftOut('settings of people', `${where} ${name}`)
    return fits && value !== USER_SETTINGS[name as keyof typeof USER_SETTINGS]
  })
  return Object.fromEntries(known)
}
