import { type RawBuilder, sql } from 'kysely'
import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import type { Db } from '../../db/database.ts'
import { parseSearch, type Search } from '../../search/parse-search.ts'
import { topicsMatching } from '../../search/queries.ts'
import { containsPhrase, queryOf, queryOfAll } from '../../search/search-sql.ts'

/** With more topics than this, the topic of each message is looked at instead. */
const MOST_TOPICS = 2000

export const isSearch = ({ operator }: NarrowTerm): boolean => operator === 'search'

/** All search terms of a narrow are one search, also negated ones. */
export function searchOf(narrow: readonly NarrowTerm[]): Search | undefined {
  const terms = narrow.filter(isSearch)
  return terms.length === 0 ? undefined : parseSearch(terms.map(({ operand }) => String(operand)).join(' '))
}

/**
 * A condition on `m`, the message, and `t`, its topic. Each word must be in the message or in its topic. The topics are
 * looked up first, so that the planner knows how many messages to expect.
 */
export async function searchCondition(db: Db, realmId: number, search: Search): Promise<RawBuilder<unknown>> {
  const queries = search.wanted.map(queryOf)
  if (queries.length === 0) return sql`false`
  const topics = await topicsMatching(db, realmId, queries, MOST_TOPICS)
  const found = queries.map((query, index) => ({ query, topics: topics[index] ?? null }))
  const inText = found.filter((one) => one.topics?.length === 0).map(({ query }) => query)
  const inEither = found.filter((one) => one.topics?.length !== 0)
  return sql.join(
    [
      ...(inText.length === 0 ? [] : [sql`m.tsv @@ ${queryOfAll(inText)}::tsquery`]),
      ...inEither.map(({ query, topics: ids }) =>
        ids === null
          ? sql`(m.tsv @@ ${query}::tsquery or t.tsv @@ ${query}::tsquery)`
          : sql`(m.tsv @@ ${query}::tsquery or m.topic_id = any(${ids}::int[]))`,
      ),
      ...search.phrases.map(
        (phrase) => sql`(${containsPhrase(sql`m.content`, phrase)} or ${containsPhrase(sql`t.name`, phrase)})`,
      ),
    ],
    sql` and `,
  )
}
