import { describe, expect, it } from 'vitest'
import { createKernel, mia } from '../../../../test/http/kernel-fixture.ts'

const { app } = createKernel()

async function post(fields: Record<string, string>, url = '/api/v1/echo') {
  const payload = new URLSearchParams(fields).toString()
  const headers = { ...mia, 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() as Record<string, unknown> }
}

describe('a wrong parameter is reported in the words of the contract', () => {
  it.each([
    ['flag', 'yes', 'flag is not valid JSON'],
    ['flag', '1', 'flag is not a boolean'],
    ['flag', '"true"', 'flag is not a boolean'],
    ['count', 'x', 'count is not valid JSON'],
    ['count', '"1"', 'count is not an integer'],
    ['count', '1.5', 'count is not an integer'],
    ['count', 'null', 'count is not an integer'],
    ['count', 'true', 'count is not an integer'],
    ['count', '1e999', 'count is not an integer'],
    ['count', 'NaN', 'count is not valid JSON'],
    ['count', '-1', 'count is too small'],
    ['count', '100', 'count is too large'],
    ['count', '9223372036854775808', 'count is too large'],
    ['ratio', '"x"', 'ratio is not a float'],
    ['span', '1.5', 'span is not an integer'],
    ['span', '"x"', 'span is not an integer'],
    ['span', 'null', 'span is not an integer'],
    ['span', '1e999', 'span is not an integer'],
    ['span', '0', 'span is too small'],
    ['list', '{}', 'list is not a list'],
    ['list', '"x"', 'list is not a list'],
    ['list', '[1]', 'list[0] is not a string'],
    ['list', '[]', 'list is too short (minimum 1 items)'],
    ['list', '["a","b","c","d"]', 'list is too long (limit: 3 items)'],
    ['items', '[1]', 'items[0] is not a dict'],
    ['items', '[{"id":"1"}]', 'items[0]["id"] is not an integer'],
    ['items', '[{}]', 'items[0]["id"] field is missing: Field required'],
    ['items', '[{"id":1,"x":2}]', 'Argument "x" at items[0] is unexpected'],
    ['items', '[{"id":1,"__proto__":2}]', 'Argument "__proto__" at items[0] is unexpected'],
    ['items', '[{"id":1,"note":null}]', 'items[0]["note"] is not a string'],
    ['group', '"x"', 'group is not an integer'],
    ['group', '{"direct_members":["x"],"direct_subgroups":[]}', 'group["direct_members"][0] is not an integer'],
    ['pair', '[1]', 'pair is not length 2'],
    ['pair', '[1,2,3]', 'pair is not length 2'],
    ['kind', 'c', 'Invalid kind'],
    ['text', 'elevenchars', 'text is too long (limit: 10 characters)'],
    ['word', '', 'word cannot be blank'],
    ['code', 'ABC', 'code has invalid format'],
    ['text', 'a\0b', 'text has invalid format'],
    ['list', '["\\u0000"]', 'list has invalid format'],
    ['list', '["\\ud800"]', 'list has invalid format'],
    ['list', '['.repeat(100_000), 'list is not valid JSON'],
    ['items', `${'[{"id":'.repeat(5000)}1${'}]'.repeat(5000)}`, 'items is not valid JSON'],
  ])('%s: case %#', async (name, value, msg) => {
    expect(await post({ [name]: value })).toEqual({ status: 400, body: { result: 'error', msg, code: 'BAD_REQUEST' } })
  })
})

describe('a wrong narrow', () => {
  it.each([
    ['x', 'narrow is not valid JSON'],
    ['{}', 'narrow is not a list'],
    ['[1]', 'Invalid narrow[0]: Value error, dict or list required'],
    ['[["is","dm"],null]', 'Invalid narrow[1]: Value error, dict or list required'],
    ['[["is"]]', 'Invalid narrow[0]: Value error, element is not a string pair'],
    ['[["id",1]]', 'Invalid narrow[0]: Value error, element is not a string pair'],
    ['[{"operator":"is"}]', 'Invalid narrow[0]: Value error, operand is missing'],
    ['[{"operator":"is","operand":null}]', 'Invalid narrow[0]: Value error, operand is missing'],
    ['[{"operand":"dm"}]', 'Invalid narrow[0]: Value error, operator is missing'],
    ['[{"operator":"sender","operand":[1]}]', 'operand is not a string or integer'],
    ['[{"operator":"dm","operand":1}]', 'operand is not a string or an integer list'],
    ['[{"operator":"topic","operand":1}]', 'operand is not a string'],
    ['[{"operator":"search","operand":" "}]', 'operand cannot be blank.'],
  ])('%s', async (narrow, msg) => {
    expect((await post({ narrow })).body['msg']).toBe(msg)
  })

  it.each([
    ['[["near","1"]]', 'Operator near not supported.'],
    ['[["is","followed"]]', 'Operand followed not supported.'],
    ['[["is"]]', 'event_narrow[0] is too short (minimum 2 items)'],
    ['[["is","a","b"]]', 'event_narrow[0] is too long (limit: 2 items)'],
    [JSON.stringify(Array(31).fill(['topic', 'x'])), 'event_narrow is too long (limit: 30 items)'],
    [JSON.stringify([['topic', 'x'.repeat(301)]]), 'event_narrow[0][1] is too long (limit: 300 characters)'],
    [JSON.stringify([['x'.repeat(301), 'x']]), 'event_narrow[0][0] is too long (limit: 300 characters)'],
  ])('on a queue: %s', async (event_narrow, msg) => {
    expect((await post({ event_narrow })).body['msg']).toBe(msg)
  })

  it('accepts both forms, and null', async () => {
    const narrow = '[["is","dm"],{"operator":"sender","operand":5,"negated":true}]'
    expect((await post({ narrow })).body['seen']).toMatchObject({
      narrow: [
        { operator: 'is', operand: 'dm', negated: false },
        { operator: 'sender', operand: 5, negated: true },
      ],
    })
    expect((await post({ narrow: 'null' })).body['seen']).toMatchObject({ narrow: [] })
  })
})

describe('parameters', () => {
  it('report the first missing one in the order of the declaration', async () => {
    const body = {
      result: 'error',
      msg: "Missing 'first' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'first',
    }
    expect(await post({}, '/api/v1/needs')).toEqual({ status: 400, body })
    expect((await post({ first: 'x' }, '/api/v1/needs')).body['var_name']).toBe('second')
  })

  it('can have an earlier name, but not both names at once', async () => {
    expect((await post({ first: 'x', zweitens: 'y' }, '/api/v1/needs')).body).toEqual({ result: 'success', msg: '' })
    const both = await post({ first: 'x', second: 'y', zweitens: 'y' }, '/api/v1/needs')
    expect(both.body).toEqual({
      result: 'error',
      msg: "Can't decide between 'second' and 'zweitens' arguments",
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'second',
      var_name2: 'zweitens',
    })
    expect((await post({ zweitens: '\0', first: 'x' }, '/api/v1/needs')).body['msg']).toBe('second has invalid format')
  })

  it('get defaults, and optional ones stay absent', async () => {
    expect((await post({})).body['seen']).toEqual({ flag: false })
  })

  it('with unknown names are listed, sorted, on success only; never `client`', async () => {
    const answer = await post({ zebra: '1', client: 'me', apple: '2', __proto__x: '3' })
    expect(answer.body['ignored_parameters_unsupported']).toEqual(['__proto__x', 'apple', 'zebra'])
    expect((await post({ zebra: '1', flag: 'x' })).body).not.toHaveProperty('ignored_parameters_unsupported')
    expect((await post({ flag: 'true' })).body).not.toHaveProperty('ignored_parameters_unsupported')
  })

  it('are taken from the body before the query', async () => {
    expect((await post({ text: 'body' }, '/api/v1/echo?text=query&kind=a')).body['seen']).toMatchObject({
      text: 'body',
      kind: 'a',
    })
  })
})
