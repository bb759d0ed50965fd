import { expect, test } from 'vitest'
import { databasePlace } from './database-url.ts'

test.each([
  ['postgres://parley:hunter2@db.example.org/parley', 'db.example.org/parley'],
  ['postgresql://parley@[::1]:5433/parley?sslmode=verify-full', '[::1]:5433/parley'],
  ['postgres://parley:hunter%402@db.example.org/parley', 'db.example.org/parley'],
  ['postgres://parley:hunter@2@db.example.org/parley', 'db.example.org/parley'],
  ['postgres:///parley?host=/run/postgresql', '/run/postgresql/parley'],
  ['postgres://parley:hunter2@/parley?host=/run/postgresql&port=5433', '/run/postgresql/parley'],
])('%s is a database at %s', (text, place) => {
  expect(databasePlace(text)).toBe(place)
})

test.each([
  'db.example.org/parley',
  'mysql://db.example.org/parley',
  'postgres:///parley',
  'postgres://parley:hunter2@/parley',
  // The text before the unescaped character would be parsed as the host.
  'postgres://parley:hunter@2#4@db.example.org/parley',
  'postgres://parley:2/4@db.example.org/parley',
  'postgres://parley:2?4@db.example.org/parley',
  'postgres://parley:hunter@/2@db.example.org/parley',
])('%s is not a database', (text) => {
  expect(databasePlace(text)).toBe(null)
})
