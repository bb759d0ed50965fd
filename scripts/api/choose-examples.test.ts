import { describe, expect, it } from 'vitest'
import { createUserGroup } from '../../api/endpoints/user-groups.ts'
import type { Candidate } from '../../test/examples/candidate.ts'
import { chooseExamples } from './choose-examples.ts'

const success = (name: string, more: object = {}): Candidate => ({
  operation: 'create-user-group',
  outcome: 'success',
  example: {
    request: { name, description: 'Cooks and eaters', members: '[5]' },
    status: 200,
    answer: { result: 'success', msg: '', group_id: 10, ...more },
  },
})
const error: Candidate = {
  operation: 'create-user-group',
  outcome: 'BAD_REQUEST',
  example: {
    request: { name: 'kitchen' },
    status: 400,
    answer: { result: 'error', msg: "User group 'kitchen' already exists.", code: 'BAD_REQUEST' },
  },
}
const choose = (old: object, ...candidates: Candidate[]) =>
  chooseExamples([createUserGroup], old as Parameters<typeof chooseExamples>[1], candidates)['create-user-group']

describe('the examples of an operation', () => {
  it('are the best of what tests received, in whatever order they ran', () => {
    const candidates = [success('kitchen staff of the week'), success('kitchen'), error]
    const chosen = { success: success('kitchen').example, error: error.example }
    expect(choose({}, ...candidates)).toEqual(chosen)
    expect(choose({}, ...candidates.reverse())).toEqual(chosen)
  })

  it('stay while they fit, also when there is a better one or no test ran', () => {
    const old = { 'create-user-group': { success: success('kitchen staff').example, error: error.example } }
    expect(choose(old, success('kitchen'))).toEqual(old['create-user-group'])
    expect(choose(old)).toEqual(old['create-user-group'])
  })

  it('are replaced when the answer has another shape', () => {
    const old = { 'create-user-group': { success: success('kitchen', { group_name: 'kitchen' }).example } }
    expect(choose(old, success('cooks'))).toEqual({ success: success('cooks').example })
    expect(choose(old)).toBeUndefined()
  })

  it('are never answers of another shape, as servers with another vendor word give them', () => {
    expect(choose({}, success('kitchen', { acme_version: '1' }))).toBeUndefined()
  })
})
