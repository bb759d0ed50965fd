import { expect, test } from 'vitest'
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

test('without an answer the reading counts', () => {
  const reading = { date: '2026-11-15', newest: ['a@1.0.0'], older: { 'b@2.0.0': 'only types differ' } }
  expect(readingVerdict(['a@1.0.0', 'b@2.0.0'], reading)).toEqual({
    isClean: true,
    lines: ['2 packages without known holes, by the reading of 2026-11-15; the registry answers no audits.'],
  })
})

test('a package that nobody has read fails', () => {
  const reading = { date: '2026-11-15', newest: ['a@1.0.0'], older: { 'b@2.0.0': '' } }
  const { isClean, lines } = readingVerdict(['a@1.0.1', 'b@2.0.0'], reading)
  expect(isClean).toBe(false)
  expect(lines.slice(0, -1)).toEqual(['a@1.0.1: not audited', 'b@2.0.0: not audited'])
})
