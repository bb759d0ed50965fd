import { describe, expect, it } from 'vitest'
import { testedOf } from './coverage-record.ts'
import { capabilityRow, fieldRow, nameRow, operationRow, outcomesToSee, pageRow } from './coverage-rows.ts'
import { readInventory } from './inventory.ts'

const inventory = await readInventory()
const tested = (...lines: string[]) => testedOf(lines.map((line) => `${line}\n`).join(''))
const counts = ({ isThere, isTested }: { isThere: boolean; isTested: boolean }) => ({ isThere, isTested })
const neither = { isThere: false, isTested: false }
const both = { isThere: true, isTested: true }

describe('an operation is not tested until tests received', () => {
  it('everything that it declares', () => {
    expect(outcomesToSee({ auth: 'user', errors: ['BAD_NARROW'] })).toEqual(['success', 'BAD_NARROW'])
  })

  it.each(['administrator', 'owner'] as const)('the refusal of everyone except an %s', (auth) => {
    expect(outcomesToSee({ auth, errors: [] })).toEqual(['success', 'UNAUTHORIZED_PRINCIPAL'])
  })

  it('its refusal in another form, where it has one', () => {
    expect(outcomesToSee({ auth: 'administrator', errors: [], deniesPlainly: true })).toEqual([
      'success',
      'BAD_REQUEST',
    ])
  })

  it('the errors that the contract names for it, even common ones', () => {
    const named = ['BAD_REQUEST', 'REACTION_ALREADY_EXISTS']
    expect(outcomesToSee({ auth: 'user', errors: ['REACTION_ALREADY_EXISTS'] }, named).sort()).toEqual([
      ...named,
      'success',
    ])
  })

  it('all of it', () => {
    const row = (...lines: string[]) => counts(operationRow('delete-queue DELETE /events', inventory, tested(...lines)))
    expect(row()).toEqual(neither)
    expect(row('operation delete-queue success')).toEqual({ isThere: true, isTested: false })
    expect(row('operation delete-queue success', 'operation delete-queue BAD_EVENT_QUEUE_ID')).toEqual(both)
  })

  it('or its page', () => {
    const row = (...lines: string[]) =>
      counts(operationRow('get-avatar GET /avatar/{user_id_or_email}', inventory, tested(...lines)))
    expect(row('page GET /avatar/1')).toEqual(neither)
    expect(row('page GET /avatar/{user_id_or_email}')).toEqual(both)
  })
})

describe('other names', () => {
  it('count if they are declared and were seen', () => {
    expect(counts(nameRow('is:muted', false, true))).toEqual({ isThere: false, isTested: true })
    expect(counts(nameRow('is:muted', true, false))).toEqual(neither)
    expect(counts(nameRow('is:muted', true, true))).toEqual(both)
  })

  it('do not count as fields while they are constant', () => {
    expect(counts(fieldRow('drafts', true, true, true))).toEqual(neither)
    expect(counts(fieldRow('drafts', true, false, true))).toEqual(both)
  })

  it('do not count as capabilities just because they were sent', () => {
    const row = (...lines: string[]) =>
      counts(capabilityRow('empty_topic_name', ['state', 'events'], true, tested(...lines)))
    const sent = 'capability-sent empty_topic_name'
    const seen = ['capability-seen empty_topic_name state', 'capability-seen empty_topic_name events']
    expect(row(sent)).toEqual(neither)
    expect(row(sent, seen[0]!)).toEqual(neither)
    expect(row(...seen)).toEqual(neither)
    expect(row(sent, ...seen)).toEqual(both)
  })

  it('count as pages if these answered', () => {
    expect(counts(pageRow('GET /health', tested()))).toEqual(neither)
    expect(counts(pageRow('GET /health', tested('page GET /health')))).toEqual(both)
  })
})
