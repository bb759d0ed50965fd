import { expect, test } from 'vitest'
import { endpoints } from '../../api/endpoints/index.ts'
import { domainKind } from '../organization/domains/record.ts'
import { allOf, feature, hooksOf, recordKindsOf, routesOf, variantsOfAll } from './feature.ts'
import { route } from './http/route.ts'
import { KERNEL_KINDS } from './realm-state/record-kinds.ts'

const { deleteQueue } = endpoints
const one = feature({ routes: { deleteQueue: route(deleteQueue, () => ({})) } })
const other = feature({ routes: { deleteQueue: route(deleteQueue, () => ({})) } })

test('an operation has the route of one feature', () => {
  expect(routesOf([one])).toEqual(one.routes)
  // @ts-expect-error two features route it
  expect(() => routesOf([one, other])).toThrow('a second feature routes the operation deleteQueue')
})

test('a feature adds only what the process knows', () => {
  // @ts-expect-error no process knows it
  expect(allOf([feature({ rutes: {} })], 'tasks')).toEqual([])
})

test('the parts of features are in the order of the features', () => {
  const named = (name: string) => ({ name, holds: '', breaches: '' })
  const features = [
    feature({ invariants: [named('a'), named('b')] }),
    feature({}),
    feature({ invariants: [named('c')] }),
  ]
  expect(allOf(features, 'invariants').map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('the variants of an event are of one feature', () => {
  const variants = [['message', { variantFor: () => '', eventsFor: () => [] }]] as const
  expect(variantsOfAll([{ variants }]).get('message')).toBe(variants[0][1])
  expect(() => variantsOfAll([{ variants }, { variants }])).toThrow(
    'a second feature has variants of the event message',
  )
})

test('the records of the kernel and of each feature are in memory, each kind of one feature', () => {
  const records = { domain: domainKind }
  expect(recordKindsOf([{ records }])).toEqual({ ...KERNEL_KINDS, ...records })
  expect(() => recordKindsOf([{ records }, { records }])).toThrow('a second feature holds the record domain')
  expect(() => recordKindsOf([{ records: { user: KERNEL_KINDS.user } }])).toThrow(
    'a second feature holds the record user',
  )
})

test('each hook has exactly one feature', () => {
  const hooks = { externalAddress: () => undefined }
  expect(() => hooksOf([{ hooks }, { hooks }])).toThrow('a second feature has the hook externalAddress')
  expect(() => hooksOf([{ hooks }])).toThrow('no feature has the hook flagReader, send, sessionUsed')
})
