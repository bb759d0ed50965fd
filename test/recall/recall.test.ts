import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { useServer } from '../use-server.ts'
import { ARTICLES } from './articles.ts'
import { FRUITLESS, SEARCHES } from './searches.ts'

const MAX_RESULTS = 10

describe('search in seven languages', () => {
  const { ann } = useServer({ members: ['ann'], channel: 'library', env: { PARLEY_RATE_LIMITS: 'off' } })
  const names = new Map<number, string>()

  beforeAll(async () => {
    for (const [language, articles] of Object.entries(ARTICLES))
      for (const [number, content] of Object.entries(articles)) {
        const { id } = await ann.client.call(endpoints.sendMessage, {
          type: 'channel',
          to: 'library',
          topic: '1948',
          content,
        })
        names.set(id, `${language}${number}`)
      }
  })

  const find = async (search: string) => {
    const narrow = [{ operator: 'search', operand: search, negated: false }]
    const asked = { anchor: 'newest', num_before: MAX_RESULTS, num_after: 0, narrow }
    const { messages } = await ann.client.call(endpoints.getMessages, asked)
    return messages.map(({ id }) => names.get(id)!)
  }

  test('finds at least 95 % of the relevant messages among the first ten', async () => {
    const shares: number[] = []
    const missed: string[] = []
    for (const [search, ...relevant] of SEARCHES) {
      const found = await find(search)
      shares.push(relevant.filter((name) => found.includes(name)).length / relevant.length)
      if (shares.at(-1)! < 1) missed.push(search)
    }
    const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length
    console.log(
      `recall@${MAX_RESULTS} ${recall.toFixed(3)} over ${SEARCHES.length} searches, incomplete: ${missed.join(', ')}`,
    )
    expect(recall).toBeGreaterThanOrEqual(0.95)
  })

  test('finds nothing where nothing is', async () => {
    for (const search of FRUITLESS) expect([search, await find(search)]).toEqual([search, []])
  })
})
