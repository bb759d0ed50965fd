import { expect, test } from 'vitest'
import { testedOf } from './coverage-record.ts'

const RECORDS = `operation get-events success
operation get-events BAD_EVENT_QUEUE_ID
operation get-events success
event message
register queue_id
narrow is:unread
queue-narrow is:dm
capability-sent empty_topic_name
capability-seen empty_topic_name state
page GET /health
`

test('records become sorted lists, each name once', () => {
  expect(testedOf(RECORDS)).toEqual({
    operations: { 'get-events': ['BAD_EVENT_QUEUE_ID', 'success'] },
    events: ['message'],
    registerFields: ['queue_id'],
    narrowTerms: ['is:unread'],
    queueNarrowTerms: ['is:dm'],
    capabilitiesSent: ['empty_topic_name'],
    capabilitiesSeen: ['empty_topic_name state'],
    pages: ['GET /health'],
  })
})
