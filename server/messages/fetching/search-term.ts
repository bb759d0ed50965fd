import { type RawBuilder, sql } from 'kysely'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Db } from '../../kernel/db/database.ts'
import { parseSearch, type Search } from '../search/parse-search.ts'
import { topicsMatching } from '../search/queries.ts'
import { contains, containsPhrase, queryOfAll, type SearchUnit, unitsOf } from '../search/search-sql.ts'
import { readingLimits } from './reading-limits.ts'

/** With more topics than this, the topic of each message is looked at instead. */
const MAX_TOPICS = 2000

export const isSearch = ({ operator }: NarrowTerm): boolean => operator === 'search'

/** All search terms of a narrow are one search, also negated ones. */
export function searchOf(narrow: readonly NarrowTerm[]): Search | undefined {
  const terms = narrow.filter(isSearch)
  return terms.length === 0 ? undefined : parseSearch(terms.map(({ operand }) => String(operand)).join(' '))
}

/**
 * Conditions on `m`, the message, and on `t`, its topic. Each word and each phrase must be in the message or in its topic.
 * The topics are looked up first, so that the planner knows how many messages to expect.
 */
export async function searchConditions(db: Db, realmId: number, search: Search): Promise<RawBuilder<unknown>[]> {
  const units = unitsOf(search)
  if (units.length === 0) return [sql`false`]
  const topics = await topicsMatching(db, realmId, units, MAX_TOPICS)
  const found = units.map((unit, index) => ({ unit, ids: topics[index] ?? null }))
  const onlyInText = ({ unit, ids }: UnitTopics) => ids?.length === 0 && unit.phrase === undefined
  return [
    ...inTexts(found.filter(onlyInText)),
    ...found.filter((one) => !onlyInText(one)).map(inEither),
    ...search.phrases
      .filter(({ wanted }) => wanted.length === 0)
      .map(({ text }) => sql`(${containsPhrase(sql`m.content`, text)} or ${containsPhrase(sql`t.name`, text)})`),
  ]
}

/**
 * Is a phrase searched whose words are common? The planner estimates how common words are without reading a message. It
 * knows nothing about phrases.
 */
export async function hasCommonPhrase(db: Db, realmId: number, search: Search | undefined): Promise<boolean> {
  if (!search || search.phrases.length === 0) return false
  const words = queryOfAll(unitsOf(search).map(({ query }) => query))
  if (words === '') return true
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from message where realm_id = ${realmId} and tsv @@ ${sql.lit(words)}::tsquery`.execute(
    db,
  )
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'] > readingLimits.fewFound
}

interface UnitTopics {
  readonly unit: SearchUnit
  /** The topics that have it. Null if there are many. */
  readonly ids: readonly number[] | null
}

function inEither({ unit, ids }: UnitTopics): RawBuilder<unknown> {
  const inText = contains(sql`m.tsv`, sql`m.content`, unit)
  if (ids === null) return sql`(${inText} or ${contains(sql`t.tsv`, sql`t.name`, unit)})`
  return ids.length === 0 ? inText : sql`(${inText} or m.topic_id = any(${ids}::int[]))`
}

/** Words that no topic has are one query, which the index answers best. */
const inTexts = (found: readonly UnitTopics[]): RawBuilder<unknown>[] =>
  found.length === 0 ? [] : [sql`m.tsv @@ ${queryOfAll(found.map(({ unit }) => unit.query))}::tsquery`]
