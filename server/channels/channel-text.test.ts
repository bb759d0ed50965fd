import { expect, test } from 'vitest'
import type { BasicChannel } from '../../api/objects/channel.ts'
import type { Channel } from '../kernel/realm-state/channel.ts'
import { channelText, moreMembers } from './channel-text.ts'

const record = (name: string) => ({ id: 1, name }) as Channel
const shown = (more: Partial<BasicChannel> = {}) =>
  ({
    stream_id: 1,
    name: 'lunch',
    subscriber_count: 1,
    first_message_id: null,
    is_recently_active: true,
    is_announcement_only: false,
    stream_post_policy: 1,
    stream_weekly_traffic: null,
    ...more,
  }) as BasicChannel
const read = (text: string) => JSON.parse(`${text}}`) as BasicChannel

test('the text is the whole channel without its closing brace', () => {
  expect(read(channelText(record('lunch'), shown()))).toEqual(shown())
})

test('fields that follow from the record are cached, and the others are always new', () => {
  const lunch = record('lunch')
  channelText(lunch, shown())
  const passing = {
    subscriber_count: 2,
    first_message_id: 7,
    is_recently_active: false,
    is_announcement_only: true,
    stream_post_policy: 2,
    stream_weekly_traffic: 3,
  } as const
  expect(read(channelText(lunch, shown({ name: 'not looked at', ...passing })))).toEqual(shown(passing))
  expect(read(channelText(record('dinner'), shown({ name: 'dinner' })))).toEqual(shown({ name: 'dinner' }))
})

test('members that follow start with a comma', () => {
  expect(moreMembers({ color: '#fff', is_muted: false })).toBe(',"color":"#fff","is_muted":false')
  expect(moreMembers({})).toBe('')
})
