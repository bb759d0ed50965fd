import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { hashPassword, isStrongPassword, makePassword, verifyPassword } from './passwords.ts'

test('a password matches its hash and nothing else', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$/)
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse batterz')).toBe(false)
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false)
})

test('the library computes hashes with the parameters that OWASP recommends', async () => {
  // Not through our module, because tests replace the library by a quick one.
  const library = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
  expect(await library.hash('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test.each([
  ['seven77', false],
  ['password', false],
  ['12345678', false],
  ['aaaaaaaaaaaa', false],
  ['vK9!rmw2x', true],
  ['purple-otter-sings-7', true],
  ['x'.repeat(101), false],
])('strength of %s: %s', async (password, strong) => {
  expect(await isStrongPassword(password)).toBe(strong)
})

test('a password with words from the person’s name or address is not strong', async () => {
  expect(await isStrongPassword('hamletcastle', ['hamletcastle'])).toBe(false)
  expect(await isStrongPassword('hamletcastle', ['ophelia'])).toBe(true)
})

test('a generated password is strong and different each time', async () => {
  expect(makePassword()).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(await isStrongPassword(makePassword())).toBe(true)
  expect(makePassword()).not.toBe(makePassword())
})
