import { describe, expect, test } from 'vitest'
import { auditVerdict, readingVerdict } from './audit-verdict.ts'

test('an advisory is named and fails', () => {
  const vulnerabilities = { undici: { severity: 'high', range: '7.0.0 - 7.29.0' } }
  expect(auditVerdict(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toMatchObject({
    isClean: false,
    lines: expect.arrayContaining(['undici 7.0.0 - 7.29.0: high']),
  })
})

test('none is clean', () => {
  expect(auditVerdict('{"auditReportVersion":2,"vulnerabilities":{}}')).toMatchObject({
    isClean: true,
    lines: [expect.stringContaining('No advisory')],
  })
})

test.each(['', 'not JSON', '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}'])(
  'no answer gives no verdict: %s',
  (output) => {
    expect(auditVerdict(output)).toBeUndefined()
  },
)

describe('without an answer', () => {
  const reading = { date: '2026-11-15', newest: ['a@1.0.0', 'c@3.0.0'], older: { 'b@2.0.0': 'only types differ' } }
  const verdictOn = (today: string, date = reading.date) =>
    readingVerdict(['a@1.0.0', 'b@2.0.0', 'c@3.0.0'], { ...reading, date }, new Date(`${today}T12:00:00Z`))

  test('the reading counts, for what it is', () => {
    expect(verdictOn('2026-11-16')).toEqual({
      isClean: true,
      lines: [
        'The registry answers no audits. By the reading of 2026-11-15: 2 newest releases, 1 older and read against the change logs, no advisory known. `npm run audit -- --read` renews it; docs/dependencies.md says how.',
      ],
    })
  })

  test('it counts for three months, and no longer', () => {
    expect(verdictOn('2027-02-13').isClean).toBe(true)
    expect(verdictOn('2027-02-14')).toEqual({
      isClean: false,
      lines: [
        'The registry answers no audits, and the reading of 2026-11-15 counts for 90 days only. `npm run audit -- --read` renews it; docs/dependencies.md says how.',
      ],
    })
  })

  test('a reading of no day at all does not count', () => {
    expect(verdictOn('2026-11-16', 'some day').isClean).toBe(false)
  })
})

test('a package that nobody has read fails', () => {
  const reading = { date: '2026-11-15', newest: ['a@1.0.0'], older: { 'b@2.0.0': '' } }
  const { isClean, lines } = readingVerdict(['a@1.0.1', 'b@2.0.0'], reading, new Date('2026-11-15'))
  expect(isClean).toBe(false)
  expect(lines.slice(0, -1)).toEqual(['a@1.0.1: not audited', 'b@2.0.0: not audited'])
})
