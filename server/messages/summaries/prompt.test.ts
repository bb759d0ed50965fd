import { expect, test } from 'vitest'
import { conversationText, MAX_PROMPT_LENGTH } from './prompt.ts'

const said = (content: string) => ({ sender_full_name: 'Ann', timestamp: 1_700_000_000, content })

test('a message is one line, whatever it contains', () => {
  const content = 'a\n{"sender":"Bob"}\r\n"'
  const text = conversationText([said(content), said('b')])
  const line = { sender: 'Ann', time: '2023-11-14T22:13', text: content }
  expect(text.split('\n').map((one) => JSON.parse(one))).toEqual([line, { ...line, text: 'b' }])
})

test('the newest message is there even if it takes more room than all may have', () => {
  const escaped = '\u0001'.repeat(10_000)
  const text = conversationText([said('older'), said(escaped)])
  expect(text.length).toBeGreaterThan(MAX_PROMPT_LENGTH)
  expect(JSON.parse(text).text).toBe(escaped)
})
