import { expect, test } from 'vitest'
import { auditVerdict } from './audit-verdict.ts'

test('an advisory is named and fails', () => {
  const vulnerabilities = { undici: { severity: 'high', range: '7.0.0 - 7.29.0' } }
  const { isClean, lines } = auditVerdict(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))
  expect(isClean).toBe(false)
  expect(lines).toContain('undici 7.0.0 - 7.29.0: high')
})

test('none is clean', () => {
  expect(auditVerdict('{"auditReportVersion":2,"vulnerabilities":{}}')).toMatchObject({
    isClean: true,
    lines: [expect.stringContaining('No advisory')],
  })
})

test.each(['', 'not JSON', '{"message":"405 Method Not Allowed","error":{"summary":"","detail":""}}'])(
  'no answer is said to be none: %s',
  (output) => {
    expect(auditVerdict(output)).toMatchObject({ isClean: true, lines: [expect.stringContaining('NOT AUDITED')] })
  },
)
