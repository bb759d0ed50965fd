import { expect, test } from 'vitest'
import { auditReport } from './audit-report.ts'

test('an advisory fails the audit and is listed', () => {
  const output = JSON.stringify({ vulnerabilities: { leftish: { severity: 'high', range: '<2.0.1' } } })
  expect(auditReport(output)).toEqual({
    isClean: false,
    lines: ['leftish <2.0.1: high', 'Run npm audit for what to do.'],
  })
})

test('no advisory passes', () => {
  expect(auditReport('{"vulnerabilities":{}}').isClean).toBe(true)
})

test.each(['', '<html>', '{"error":{"code":"ENOAUDIT"}}'])('a registry without audits is reported: %j', (output) => {
  expect(auditReport(output).lines).toEqual(['The registry answers no audits. Nothing was checked.'])
})
