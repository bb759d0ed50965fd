import { expect, test } from 'vitest'
import { hashPassword, isStrongPassword, makePassword, verifyPassword } from './passwords.ts'

test('a password matches its hash and nothing else', async () => {
  const stored = await hashPassword('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$/)
  expect(await verifyPassword(stored, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(stored, 'correct horse batterz')).toBe(false)
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false)
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
