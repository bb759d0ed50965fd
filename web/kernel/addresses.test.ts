import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { type Address, formatAddress, parseAddress } from './addresses.ts'
import type { Names } from './narrow-terms.ts'

const names: Names = {
  channel: (id) => (id === 7 ? 'infra & more' : undefined),
  person: (id) => (id === 3 ? 'Ann Lee' : undefined),
}

type Operand = NarrowTerm['operand']

const search = (...terms: readonly (readonly [string, Operand])[]): Extract<Address, { view: 'search' }> => ({
  view: 'search',
  narrow: terms.map(([name, operand]) => ({
    operator: name.replace(/^-/, ''),
    operand,
    negated: name.startsWith('-'),
  })),
})

/** A text that is not taken for an id. */
const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\d/.test(text) && text !== 'private')
const operands: Readonly<Record<string, fc.Arbitrary<Operand>>> = {
  channel: fc.oneof(fc.nat(), words),
  channels: fc.constantFrom('public', 'web-public', 'archived'),
  topic: fc.string({ unit: 'grapheme' }),
  sender: fc.oneof(fc.nat(), words),
  dm: fc.array(fc.nat(), { minLength: 1 }),
  'dm-including': fc.nat(),
  'group-pm-with': fc.nat(),
  mentions: fc.nat(),
  is: words,
  has: words,
  in: words,
  id: fc.nat(),
  with: fc.nat(),
  search: fc.string({ unit: 'grapheme' }),
}
const term = fc
  .constantFrom(...Object.keys(operands))
  .chain((operator) =>
    fc.record({ operator: fc.constant(operator), operand: operands[operator]!, negated: fc.boolean() }),
  )

describe('addresses', () => {
  it.each<[string, Address]>([
    ['', { view: 'inbox' }],
    ['#inbox', { view: 'inbox' }],
    ['#recent', { view: 'recent' }],
    ['#feed', { view: 'feed' }],
    ['#narrow/is/mentioned', { view: 'mentions' }],
    ['#narrow/has/reaction/sender/me', { view: 'reactions' }],
    ['#narrow/is/starred', { view: 'saved' }],
    ['#drafts', { view: 'drafts' }],
    ['#topics/channel/7-infra', { view: 'topics', channelId: 7 }],
    ['#narrow/channel/7-infra', { view: 'channel', channelId: 7 }],
    ['#narrow/stream/7', { view: 'channel', channelId: 7 }],
    ['#narrow/channel/7-old/topic/a.20b', { view: 'topic', channelId: 7, topic: 'a b' }],
    ['#narrow/channel/7/topic/a/near/12', { view: 'topic', channelId: 7, topic: 'a', near: 12 }],
    ['#narrow/channel/7/topic/a/with/12', { view: 'topic', channelId: 7, topic: 'a', with: 12 }],
    ['#narrow/channel/7/topic/', { view: 'topic', channelId: 7, topic: '' }],
    ['#narrow/dm/3-Ann', { view: 'direct', ids: [3] }],
    ['#narrow/dm/3,4-group/near/9', { view: 'direct', ids: [3, 4], near: 9 }],
    ['#narrow/pm-with/3,4-pm', { view: 'direct', ids: [3, 4] }],
    [
      '#narrow/channel/7-infra/-sender/3/search/two.20words',
      {
        view: 'search',
        narrow: [
          { operator: 'channel', operand: 7, negated: false },
          { operator: 'sender', operand: 3, negated: true },
          { operator: 'search', operand: 'two words', negated: false },
        ],
      },
    ],
    ['#narrow/channel/7-infra/topic/with/12', { view: 'topic', channelId: 7, topic: '', with: 12 }],
    ['#narrow/channel/7-infra/topic//near/12', { view: 'topic', channelId: 7, topic: '', near: 12 }],
    ['#narrow/streams/public', search(['channels', 'public'])],
    ['#narrow/channel/infra', search(['channel', 'infra'])],
    ['#narrow/-is/starred', search(['-is', 'starred'])],
    ['#narrow/is/private', search(['is', 'dm'])],
    ['#narrow/dm-including/3-Ann/has/link', search(['dm-including', 3], ['has', 'link'])],
    ['#narrow/mentions/3/id/12/with/9', search(['mentions', 3], ['id', 12], ['with', 9])],
    ['#narrow/sender/ann.40example.2Eorg', search(['sender', 'ann@example.org'])],
    ['#narrow/-dm/3,4-group/in/home', search(['-dm', [3, 4]], ['in', 'home'])],
    ['#narrow/id/none', search(['id', 'none'])],
    ['#narrow/is/unread/near/12', { ...search(['is', 'unread']), near: 12 }],
    ['#narrow/near/12', { ...search(), near: 12 }],
    ['#search', { view: 'search-field' }],
    ['#settings/profile', { view: 'settings', section: 'profile' }],
    ['#organization/permissions', { view: 'organization', section: 'permissions' }],
    ['#channels/7/general', { view: 'channel-settings', channelId: 7, section: 'general' }],
  ])('%s is read', (fragment, address) => {
    expect(parseAddress(fragment)).toEqual(address)
  })

  it.each(['#nowhere', '#narrow', '#narrow/channel', '#narrow/channel/7/topic/%', '#inbox/more', '#topics/channel/x'])(
    '%s is unknown',
    (fragment) => {
      expect(parseAddress(fragment)).toEqual({ view: 'unknown' })
    },
  )

  it('shows the current names', () => {
    expect(formatAddress(parseAddress('#narrow/channel/7-old/topic/x'), names)).toBe(
      '#narrow/channel/7-infra-.26-more/topic/x',
    )
    expect(formatAddress(parseAddress('#narrow/dm/3'), names)).toBe('#narrow/dm/3-Ann-Lee')
    expect(formatAddress(parseAddress('#narrow/dm/3,4'), names)).toBe('#narrow/dm/3,4-group')
  })

  it('reads what it writes, for topics in any letters', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ unit: 'grapheme', minLength: 1 }), (channelId, topic) => {
        const address: Address = { view: 'topic', channelId, topic }
        expect(parseAddress(formatAddress(address, names))).toEqual(address)
      }),
    )
  })

  it('reads what it writes, for every narrow', () => {
    fc.assert(
      // With the first term, the narrow is never exactly a conversation.
      fc.property(fc.array(term), fc.option(fc.nat(), { nil: undefined }), (terms, near) => {
        const narrow = [{ operator: 'has', operand: 'link', negated: false }, ...terms]
        const address: Address = { view: 'search', narrow, ...(near !== undefined && { near }) }
        expect(parseAddress(formatAddress(address, names))).toEqual(address)
      }),
    )
  })

  it('shows the current names in a search', () => {
    expect(formatAddress(parseAddress('#narrow/channel/7/-sender/3/search/a.20b/near/9'), names)).toBe(
      '#narrow/channel/7-infra-.26-more/-sender/3-Ann-Lee/search/a.20b/near/9',
    )
    expect(formatAddress({ view: 'search', narrow: [] }, names)).toBe('#search')
  })
})
