import { expect, test } from 'vitest'
import { readEmails, takeBack, takeTyped } from './emails.ts'

test.each([
  ['a@b.org, c@d.org', ['a@b.org', 'c@d.org'], []],
  ['a@b.org c@d.org\na@b.org;', ['a@b.org', 'c@d.org'], []],
  ['Ada Lovelace <ada@b.org>, Ben <ben@c.org>', ['ada@b.org', 'ben@c.org'], []],
  ['sam@b.org, ravi@lantern', ['sam@b.org'], ['ravi@lantern']],
  [' ', [], []],
])('reads the addresses of %j', (text, valid, invalid) => {
  expect(readEmails({ taken: [], text })).toEqual({ valid, invalid })
})

test('typed addresses are taken once, and the last one can be corrected', () => {
  const taken = takeTyped({ taken: ['a@b.org'], text: 'Ada <a@b.org>, ravi@lantern' })
  expect(taken).toEqual({ taken: ['a@b.org', 'ravi@lantern'], text: '' })
  expect(readEmails({ ...taken, text: 'c@d.org' })).toEqual({
    valid: ['a@b.org', 'c@d.org'],
    invalid: ['ravi@lantern'],
  })
  expect(takeBack(taken)).toEqual({ taken: ['a@b.org'], text: 'ravi@lantern' })
})
