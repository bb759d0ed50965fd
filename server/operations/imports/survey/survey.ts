import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { RealmState } from '../../../kernel/realm-state/realm-state.ts'
import { KeySet } from '../key-set.ts'
import { isUsable, PERSONAL, type PersonalKind } from '../personal/personal-kinds.ts'
import { draftField, fieldRow, usableField } from '../profile-fields.ts'
import { loadIds } from '../records.ts'
import type { ImportReport } from '../report.ts'
import { isPermittedLinkifier, usableEmoji } from '../settings.ts'
import type { ImportSource } from '../source.ts'
import { withoutRepeats } from '../without-repeats.ts'
import { surveyMessages, surveyReactions } from './survey-messages.ts'
import { surveyPeople } from './survey-people.ts'
import { surveyGroups, surveyPlaces, surveySubscriptions } from './survey-places.ts'
import type { SurveyRun } from './survey-run.ts'

export interface Survey {
  /** How many records of each kind are new. */
  readonly added: ReadonlyMap<string, number>
  /** Channels and groups that will get another name: `channel general`. */
  readonly renamed: readonly string[]
}

/** What an import would do. It reads the whole archive and writes nothing. */
export async function survey(db: Db, realm: RealmState, source: ImportSource, report: ImportReport): Promise<Survey> {
  const importId = await findImport(db, realm.id, source)
  const added = new Map<string, number>()
  const run: SurveyRun = {
    ...{ db, realm: realm.overlay(), importId, report, source: withoutRepeats(source, report) },
    ...{ people: new Map(), channels: new Map(), emoji: new Set(), renamed: [] },
    known: async (kind) => (importId === null ? new Map() : loadIds(db, importId, kind)),
    count: (what) => added.set(what, (added.get(what) ?? 0) + 1),
  }
  await surveyFields(run)
  await surveyPeople(run)
  await surveyGroups(run)
  await surveyEmoji(run)
  await surveyLinkifiers(run)
  await surveyPlaces(run)
  await surveySubscriptions(run)
  await surveyReactions(run, await surveyMessages(run))
  await surveyPersonal(run)
  return { added, renamed: run.renamed }
}

async function findImport(db: Db, realmId: number, { format, identity }: ImportSource): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from data_import where realm_id = ${realmId} and format = ${format} and identity = ${identity}`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

async function surveyFields({ source, realm, report, known, count }: SurveyRun): Promise<void> {
  const before = await known('field')
  let madeUpId = 0
  for await (const field of source.profileFields?.() ?? []) {
    if (before.has(field.id)) continue
    const usable = usableField(realm, field)
    if (!usable) report.leftOut('profile fields', field.where)
    else if (!usable.same) {
      draftField(realm, fieldRow(realm, field, usable, --madeUpId))
      count('profile fields')
    }
  }
}

async function surveyEmoji({ source, emoji, report, known, count }: SurveyRun): Promise<void> {
  const before = await known('emoji')
  for await (const one of source.emoji?.() ?? []) {
    const isKnown = before.has(one.id)
    if (isKnown || (await usableEmoji(one))) emoji.add(one.id)
    else report.leftOut('custom emoji', one.where)
    if (!isKnown && emoji.has(one.id)) count('custom emoji')
  }
}

async function surveyLinkifiers({ source, realm, report, known, count }: SurveyRun): Promise<void> {
  const before = await known('linkifier')
  const patterns = new Set<string>()
  for await (const linkifier of source.linkifiers?.() ?? []) {
    if (before.has(linkifier.id)) continue
    if (isPermittedLinkifier(realm, linkifier) && !patterns.has(linkifier.pattern)) count('linkifiers')
    else report.leftOut('linkifiers', linkifier.where)
    patterns.add(linkifier.pattern)
  }
}

async function surveyPersonal(run: SurveyRun): Promise<void> {
  const { source } = run
  await surveyKind(run, source.topicPolicies?.(), PERSONAL.topicPolicies)
  await surveyKind(run, source.mutedPeople?.(), PERSONAL.mutedPeople)
  await surveyKind(run, source.alertWords?.(), PERSONAL.alertWords)
  await surveyKind(run, source.snippets?.(), PERSONAL.snippets)
  await surveyKind(run, source.drafts?.(), PERSONAL.drafts)
  await surveyKind(run, source.scheduledMessages?.(), PERSONAL.scheduledMessages)
}

async function surveyKind<T extends { readonly where: string }>(
  run: SurveyRun,
  rows: AsyncIterable<T> | undefined,
  personal: PersonalKind<T>,
): Promise<void> {
  const before = await run.known(personal.kind)
  const counted = new KeySet()
  for await (const row of rows ?? []) {
    const key = personal.keyOf(row)
    if (!before.has(key) && !counted.has(key) && isUsable(run, personal, row)) {
      counted.add(key)
      run.count(personal.plural)
    }
  }
}
