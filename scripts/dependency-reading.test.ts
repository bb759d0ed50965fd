import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type DependencyReading,
  type LockFile,
  lockedPackages,
  readAgain,
  unreadPackages,
} from './dependency-reading.ts'
import { root } from './tools.ts'

function json<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T
}

test('every package of the lock file has been read', () => {
  const locked = lockedPackages(json<LockFile>('package-lock.json'))
  expect(locked.length).toBeGreaterThan(100)
  expect(unreadPackages(locked, json<DependencyReading>('scripts/dependency-reading.json'))).toEqual([])
})

test('a lock file is read by names, wherever they lie', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/@s/b/node_modules/a': { version: '2.0.0' },
    'node_modules/@s/b': { version: '1.2.3' },
    'node_modules/c/node_modules/a': { version: '2.0.0' },
    'node_modules/alias': { name: 'real', version: '3.0.0' },
  }
  expect(lockedPackages({ packages })).toEqual(['@s/b@1.2.3', 'a@1.0.0', 'a@2.0.0', 'real@3.0.0'])
})

test('a new reading keeps remarks on what has not changed, and asks for the others', () => {
  const before = { date: '2026-11-01', newest: [], older: { 'b@2.0.0': 'only types differ', 'gone@1.0.0': 'gone' } }
  const published = new Map([
    ['a', ['1.0.0', '1.10.0', '1.9.0', '2.0.0-beta.1']],
    ['b', ['2.0.0', '2.0.1']],
    ['c', ['1.9.0', '1.10.0']],
    ['d', ['3.0.0-beta.2']],
  ])
  const locked = ['a@1.10.0', 'b@2.0.0', 'c@1.9.0', 'd@3.0.0-beta.2']
  expect(readAgain(locked, published, { date: '2026-11-15', before })).toEqual({
    date: '2026-11-15',
    newest: ['a@1.10.0', 'd@3.0.0-beta.2'],
    older: { 'b@2.0.0': 'only types differ', 'c@1.9.0': '' },
  })
})
