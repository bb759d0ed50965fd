import { describe, expect, it } from 'vitest'
import { pathOf } from './request/request-path.ts'
import { Router, TOO_LONG } from './router.ts'

const router = new Router<string>()
for (const pattern of [
  '/v1/users',
  '/v1/users/me',
  '/v1/users/{user_id}',
  '/v1/users/{user_id}/status',
  '/v1/users/me/{topic}/muted',
  '/v1/channels/{channel_id}/topics/{topic}',
]) {
  router.add(pattern, pattern)
}

router.add('/v1/messages/{id}', 'a message', (name) => name === 'id')
router.add('/v1/messages/{word}/read', 'a word')
router.add('/v1/messages/{id}/read', 'read', (name) => name === 'id')
router.add('/v1/messages/{word}/only', 'only')

function find(path: string) {
  const found = router.find(path)
  return found === null || found === TOO_LONG ? found : [found.target, Object.fromEntries(found.params)]
}

describe('the router', () => {
  it.each<[string, string, Record<string, string>]>([
    ['/v1/users', '/v1/users', {}],
    ['/v1/users/me', '/v1/users/me', {}],
    ['/v1/users/mel', '/v1/users/{user_id}', { user_id: 'mel' }],
    ['/v1/users/5/status', '/v1/users/{user_id}/status', { user_id: '5' }],
    ['/v1/users/me/status', '/v1/users/{user_id}/status', { user_id: 'me' }],
    ['/v1/users/me/x/muted', '/v1/users/me/{topic}/muted', { topic: 'x' }],
    ['/v1/users/a%2Fb', '/v1/users/{user_id}', { user_id: 'a/b' }],
    ['/v1/users/%25', '/v1/users/{user_id}', { user_id: '%' }],
    ['/v1/channels/5/topics/x', '/v1/channels/{channel_id}/topics/{topic}', { channel_id: '5', topic: 'x' }],
    ['/v1/messages/5', 'a message', { id: '5' }],
    ['/v1/messages/-5/read', 'a word', { word: '-5' }],
    ['/v1/messages/0', 'a message', { id: '0' }],
    ['/v1/messages/50', 'a message', { id: '50' }],
    ['/v1/messages/5/read', 'read', { id: '5' }],
    ['/v1/messages/five/read', 'a word', { word: 'five' }],
    ['/v1/messages/5/only', 'only', { word: '5' }],
    ['/v1/users/__proto__', '/v1/users/{user_id}', { user_id: '__proto__' }],
    ['/v1/users/{user_id}', '/v1/users/{user_id}', { user_id: '{user_id}' }],
  ])('%s', (path, target, params) => {
    expect(find(path)).toEqual([target, params])
  })

  it.each([
    '',
    '/',
    '/v1',
    '/v1/users/',
    '/v1/users//',
    '/v1/users//status',
    '/v1/users/5/',
    '/v1/users/5/more',
    '/v1/USERS',
    '/v1/__proto__',
    '/v1/messages/',
    '/v1/messages/five',
    '/v1/messages/5.0',
    '/v1/messages/05',
    '/v1/messages/00',
    '/v1/messages/-5',
    '/v1/messages/-05',
    '/v1/messages/-0',
    '/v1/messages/-',
  ])('does not find %j', (path) => {
    expect(find(path)).toBeNull()
  })

  it('ignores values of more than a thousand characters', () => {
    expect(find(`/v1/users/${'x'.repeat(1000)}`)).not.toBe(TOO_LONG)
    expect(find(`/v1/users/${'x'.repeat(1001)}`)).toBe(TOO_LONG)
    expect(find(`/v1/users/${'x'.repeat(1001)}/nothing`)).toBe(TOO_LONG)
    expect(find(`/v1/users/me/${'x'.repeat(1001)}/muted`)).toBe(TOO_LONG)
    expect(find(`/v1/nothing/${'x'.repeat(1001)}`)).toBeNull()
  })
})

describe('the path of a request', () => {
  it.each<[string, string | null]>([
    ['/a/b', '/a/b'],
    ['/a?b=/c', '/a'],
    ['/a#b?c', '/a'],
    ['/a?b#c', '/a'],
    ['/?', '/'],
    ['/%61', '/a'],
    ['/%2F%3f%25', '/%2F%3f%25'],
    ['/gr%C3%BC%C3%9Fe', '/grüße'],
    ['/a?b=%zz', '/a'],
    ['/%zz', null],
    ['/%', null],
    ['/%ff', null],
    ['http://host:1/a/b?c', '/a/b'],
    ['http://host', null],
    ['*', null],
  ])('%s → %s', (url, path) => {
    expect(pathOf(url)).toBe(path)
  })
})

it('the last name of a path may take all that is left', () => {
  const router = new Router<string>()
  router.add('/files/{realm}/{rest}', 'file', (name) => name === 'realm', true)
  router.add('/files/{realm}/list', 'list', (name) => name === 'realm')
  const find = (path: string) => {
    const found = router.find(path)
    return found && found !== TOO_LONG && [found.target, Object.fromEntries(found.params)]
  }
  expect(find('/files/1/a')).toEqual(['file', { realm: '1', rest: 'a' }])
  expect(find('/files/1/a/b%20c.txt')).toEqual(['file', { realm: '1', rest: 'a/b c.txt' }])
  expect(find('/files/1/list')).toEqual(['list', { realm: '1' }])
  expect(find('/files/x/a/b')).toBeNull()
  expect(find('/files/1')).toBeNull()
  expect(router.find(`/files/1/a/${'x'.repeat(1001)}`)).toBe(TOO_LONG)
})
