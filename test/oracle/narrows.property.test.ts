import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateRealmUserSettingsDefaults } from '../../api/endpoints/realm.ts'
import { readingLimits } from '../../server/messages/fetching/reading-limits.ts'
import type { Term, TopicPolicy } from './answers.ts'
import { histories } from './histories.ts'
import { CHANNELS, PEOPLE, TOPICS } from './history.ts'
import { type OpenHost, openHost } from './host.ts'
import { runHistory } from './run-history.ts'
import { createWorld } from './server-world.ts'
import { viewOfTerms } from './terms.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const RUNS = process.env['PARLEY_TEST_LONG'] === undefined ? 5 : 1_000

const person = fc.nat({ max: PEOPLE - 1 })
const channel = fc.nat({ max: CHANNELS.length - 1 })
const topic = fc.constantFrom(...TOPICS)
const negated = fc.nat({ max: 3 }).map((n) => n === 3)

const searches = ['apple', 'banana', 'cherry', 'hello', 'lunch', 'leaks', 'lunch apple', 'hello leaks', 'cherry banana']
const word = (operator: 'topic' | 'is' | 'in' | 'search', ...words: string[]): fc.Arbitrary<Term> =>
  fc.record({ operator: fc.constant(operator), operand: fc.constantFrom(...words), negated })
const term: fc.Arbitrary<Term> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ operator: fc.constant('channel' as const), channel, negated }) },
  {
    weight: 3,
    arbitrary: fc.record({
      operator: fc.constantFrom('sender' as const, 'dm-including' as const, 'mentions' as const),
      who: person,
      negated,
    }),
  },
  { weight: 2, arbitrary: word('topic', ...TOPICS) },
  { weight: 5, arbitrary: word('is', 'dm', 'starred', 'unread', 'mentioned', 'followed', 'muted', 'resolved') },
  { weight: 2, arbitrary: word('in', 'home', 'all') },
  { weight: 5, arbitrary: word('search', ...searches) },
)

const policy: fc.Arbitrary<TopicPolicy> = fc.record({
  who: person,
  channel,
  topic,
  policy: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
})

const asked = fc.record({
  history: histories,
  policies: fc.array(policy, { maxLength: 8, size: 'max' }),
  mutedChannels: fc.array(fc.record({ who: person, channel }), { maxLength: 3 }),
  narrows: fc.array(fc.record({ who: person, terms: fc.array(term, { minLength: 1, maxLength: 3, size: 'max' }) }), {
    minLength: 40,
    maxLength: 60,
    size: 'max',
  }),
})

let host: OpenHost
beforeAll(async () => {
  host = await openHost()
  // Nobody follows a topic by taking part in it: the model has only what is set.
  await host.owner.call(updateRealmUserSettingsDefaults, {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
    automatically_follow_topics_where_mentioned: false,
  })
})
afterAll(() => host.close())

test('random people see by random narrows what the contract says', compareNarrows, 7_200_000)

test('so they do if every narrow is read as in a large organization', async () => {
  const usual = { ...readingLimits }
  Object.assign(readingLimits, { fewUnread: 1, fewFound: 0, nearbyForEach: 0, nearby: 2 })
  try {
    await compareNarrows()
  } finally {
    Object.assign(readingLimits, usual)
  }
}, 7_200_000)

async function compareNarrows(): Promise<void> {
  const seen = { narrows: 0, found: 0, refused: 0, searches: 0 }
  const property = fc.asyncProperty(asked, async ({ history, policies, mutedChannels, narrows }) => {
    const world = await createWorld(host, null)
    const { model } = await runHistory(history, world)
    const attention = {
      policies: policies.filter(({ who, channel: where }) => model.active[who] && model.reads(who, where)),
      mutedChannels: mutedChannels.filter(
        ({ who, channel: where }) => model.active[who] && model.isSubscribed(who, where),
      ),
    }
    for (const one of attention.policies) await world.setPolicy(one)
    for (const { who, channel: where } of attention.mutedChannels) await world.muteChannel(who, where)
    const asking = narrows.filter(({ who }) => model.active[who])
    const answers = await Promise.all(asking.map(({ who, terms }) => world.viewTerms(who, terms)))
    const expected = asking.map(({ who, terms }) => viewOfTerms(model, attention, who, terms))
    const named = (views: readonly unknown[]) => views.map((view, n) => [JSON.stringify(asking[n]), view])
    expect(named(answers)).toEqual(named(expected))
    seen.narrows += asking.length
    seen.refused += answers.filter((view) => view === null).length
    seen.found += answers.filter((view) => view && view.messages.length > 0).length
    seen.searches += asking.filter(({ terms }) => terms.some(({ operator }) => operator === 'search')).length
  })
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true })
  console.log(`seed ${SEED}: ${JSON.stringify(seen)}`)
  expect(seen.found / seen.narrows).toBeGreaterThan(0.1)
  expect(seen.searches / seen.narrows).toBeGreaterThan(0.3)
}
