import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelFragment, decodeOperand, encodeOperand, messageFragment, topicFragment } from './narrow-link.ts'

const channel = { id: 12, name: 'a.b (c) %' }

describe('fragments', () => {
  it('contain the channel by id and name', () => {
    expect(channelFragment(channel)).toBe('#narrow/channel/12-a.2Eb-.28c.29-.25')
  })

  it('contain a conversation', () => {
    expect(topicFragment(channel, 'kick off', 905)).toBe(`${channelFragment(channel)}/topic/kick.20off/with/905`)
    expect(topicFragment(channel, 'kick off', undefined)).toBe(`${channelFragment(channel)}/topic/kick.20off`)
    expect(topicFragment(channel, '', 905)).toBe(`${channelFragment(channel)}/topic/with/905`)
    expect(topicFragment(channel, '', undefined)).toBe(`${channelFragment(channel)}/topic/`)
  })

  it('contain a message', () => {
    expect(messageFragment(channel, 'a/b', 7)).toBe(`${channelFragment(channel)}/topic/a.2Fb/near/7`)
    expect(messageFragment(channel, '', 7)).toBe(`${channelFragment(channel)}/topic//near/7`)
  })

  it('can be parsed to the original values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeOperand(encodeOperand(text))).toBe(text.toWellFormed())
        expect(encodeOperand(text)).toMatch(/^[\w.~-]*$/)
      }),
    )
  })

  it('in another form are not parsed', () => {
    expect(decodeOperand('50.ZZ')).toBeUndefined()
  })
})
