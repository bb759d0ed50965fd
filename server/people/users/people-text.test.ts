import { expect, test } from 'vitest'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { type PeopleView, peopleText } from './people-text.ts'

const MANY = 100

const person = (id: number, more: Partial<User> = {}): User =>
  ({ id, fullName: `Person ${id}`, isActive: true, ...more }) as User
const people = () => Array.from({ length: MANY }, (_, n) => person(n + 1))
const realm = () => ({}) as RealmState

const view = (more: Partial<PeopleView> = {}): PeopleView => ({
  name: 'plain',
  has: () => true,
  sees: () => false,
  viewerId: null,
  fieldsVersion: 1,
  present: ({ id, fullName }) => ({ id, fullName }),
  ...more,
})

const piecesOf = (...args: Parameters<typeof peopleText>) => [...peopleText(...args)]
const read = (pieces: readonly (string | Buffer)[]) => JSON.parse(pieces.map(String).join('')) as { id: number }[]
const bytesIn = (pieces: readonly (string | Buffer)[]) => pieces.filter((piece) => typeof piece !== 'string')

test('the text is the JSON of all selected accounts, in order', () => {
  expect(read(piecesOf(realm(), people(), view()))).toEqual(people().map(({ id, fullName }) => ({ id, fullName })))
  const odd = piecesOf(realm(), people(), view({ has: ({ id }) => id % 2 === 1 }))
  expect(read(odd).map(({ id }) => id)).toEqual(people().flatMap(({ id }) => (id % 2 === 1 ? id : [])))
  for (const has of [() => false, ({ id }: User) => id > 64, ({ id }: User) => id < 33, ({ id }: User) => id === 50])
    expect(read(piecesOf(realm(), people(), view({ has }))).map(({ id }) => id)).toEqual(
      people().flatMap((user) => (has(user) ? user.id : [])),
    )
  expect(read(piecesOf(realm(), [], view()))).toEqual([])
})

test('it is written once and shared by all viewers with the same view', () => {
  const [here, everybody] = [realm(), people()]
  let written = 0
  const counting = view({
    present: (user) => {
      written += 1
      return { id: user.id }
    },
  })
  const first = piecesOf(here, everybody, counting)
  expect(written).toBe(MANY)
  const second = piecesOf(here, [...everybody], { ...counting, viewerId: 5 })
  expect(written).toBe(MANY)
  expect(
    bytesIn(second)
      .slice(1)
      .every((piece, n) => piece === bytesIn(first)[n + 1]),
  ).toBe(true)
})

test('after a change only the affected piece is written again', () => {
  const [here, everybody] = [realm(), people()]
  const before = bytesIn(piecesOf(here, everybody, view()))
  const renamed = everybody.map((user) => (user.id === 70 ? person(70, { fullName: 'New' }) : user))
  const pieces = piecesOf(here, [...renamed, person(MANY + 1)], view())
  expect(read(pieces).find(({ id }) => id === 70)).toEqual({ id: 70, fullName: 'New' })
  expect(read(pieces)).toHaveLength(MANY + 1)
  const kept = bytesIn(pieces).filter((piece) => before.includes(piece))
  // Of four pieces, the third has the new name and the last the new account. The first is returned without its comma.
  expect([before.length, kept.length]).toEqual([4, 1])
})

test('a viewer who sees more gets another text', () => {
  const [here, everybody] = [realm(), people()]
  const seeing = (sees: (user: User) => boolean, viewerId: number | null = null) => {
    const present = (user: User) => ({ id: user.id, email: sees(user) ? `${user.id}@example.org` : null })
    return read(piecesOf(here, everybody, view({ sees, viewerId, present }))) as { id: number; email: string | null }[]
  }
  const shown = (list: ReturnType<typeof seeing>) => list.flatMap(({ id, email }) => (email === null ? [] : id))
  expect(shown(seeing(() => false))).toEqual([])
  expect(shown(seeing(() => true))).toHaveLength(MANY)
  // A person's own view must not be shared with others.
  for (const id of [1, 32, 33, 50]) expect(shown(seeing((user) => user.id === id, id))).toEqual([id])
  expect(shown(seeing(() => false, 50))).toEqual([])
  expect(shown(seeing(({ id }) => id <= 40))).toHaveLength(40)
})

test('all of it is written again when the profile fields have changed', () => {
  const [here, everybody] = [realm(), people()]
  const seen = (fieldsVersion: number, profile: string) =>
    read(piecesOf(here, everybody, view({ fieldsVersion, present: ({ id }) => ({ id, profile }) })))[40]
  expect(seen(1, 'old')).toMatchObject({ profile: 'old' })
  expect(seen(1, 'not written')).toMatchObject({ profile: 'old' })
  expect(seen(2, 'new')).toMatchObject({ profile: 'new' })
})
