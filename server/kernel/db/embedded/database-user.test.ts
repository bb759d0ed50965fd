import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/parley-process.ts'
import { allows, canReach } from './database-user.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const stranger = { uid: 54_321, gid: 54_321 }

test('a folder is reachable when every folder above it can be entered', () => {
  const [outer, inner] = [join(folder.path, 'outer'), join(folder.path, 'outer', 'inner')]
  mkdirSync(inner, { recursive: true, mode: 0o755 })
  expect(canReach(inner, stranger)).toBe(true)
  chmodSync(outer, 0o700)
  expect(canReach(inner, stranger)).toBe(false)
  expect(canReach(inner, null)).toBe(true)
  chmodSync(outer, 0o711)
  expect(canReach(inner, stranger)).toBe(true)
})

test('owner, group and others have separate bits', () => {
  chmodSync(folder.path, 0o711)
  const stats = statSync(folder.path)
  expect(allows(stats, { uid: stats.uid, gid: 1 }, 0o7)).toBe(true)
  expect(allows(stats, { uid: 54_321, gid: stats.gid }, 0o5)).toBe(false)
  expect(allows(stats, stranger, 0o1)).toBe(true)
})
