import { expect, test } from 'vitest'
import { readEmails } from './emails.ts'

test.each([
  ['a@b.org, c@d.org', ['a@b.org', 'c@d.org'], []],
  ['a@b.org c@d.org\na@b.org;', ['a@b.org', 'c@d.org'], []],
  ['Ada Lovelace <ada@b.org>, Ben <ben@c.org>', ['ada@b.org', 'ben@c.org'], []],
  ['sam@b.org, ravi@lantern', ['sam@b.org'], ['ravi@lantern']],
  [' ', [], []],
])('reads the addresses of %j', (text, valid, invalid) => {
  expect(readEmails(text)).toEqual({ valid, invalid })
})
