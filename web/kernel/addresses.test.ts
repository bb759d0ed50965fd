import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, type Names, parseAddress } from './addresses.ts'

const names: Names = {
  channel: (id) => (id === 7 ? 'infra & more' : undefined),
  person: (id) => (id === 3 ? 'Ann Lee' : undefined),
}

describe('addresses', () => {
  it.each<[string, Address]>([
    ['', { view: 'inbox' }],
    ['#inbox', { view: 'inbox' }],
    ['#recent', { view: 'recent' }],
    ['#feed', { view: 'feed' }],
    ['#narrow/is/mentioned', { view: 'mentions' }],
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
})
