import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from '../../base/logger.ts'
import { createRequestLines } from './request-lines.ts'

afterEach(() => void vi.useRealTimers())

const requestId = 'b15a3ef1-326b-4cf5-8d51-4fcd0834aef1'
const factsOf = (path: string) => ({ requestId, method: 'GET', path, status: 200, ms: 2.7 })

function written(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger({ logFormat: 'json' }, { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test.each([
  '/api/v1/messages',
  '/api/v1/messages/7/reactions',
  '/nowhere/"quoted"\\and\tso on',
  '/naïve/日本語/😀',
  '/with/api_key=hunter2&x=1',
  '/postgres://parley:hunter2@db/x',
  '',
])('the line of a request to %j is the one the logger would write', (path) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const now of [0, 1_700_000_000_007, 1_700_000_000_999, 1_700_000_001_000, 1_699_999_999_050]) {
    vi.setSystemTime(now)
    const ours = written((log) => createRequestLines(log, { logFormat: 'json' })('info', factsOf(path)))
    expect(ours).toBe(written((log) => log.info(factsOf(path), 'request')))
    expect(ours).not.toContain('hunter2')
  }
})

test('a log for people is written by the logger', () => {
  const lines: string[] = []
  const log = createLogger({ logFormat: 'pretty' }, { write: (line: string) => void lines.push(line) })
  createRequestLines(log, { logFormat: 'pretty' })('info', factsOf('/api/v1/messages'))
  expect(lines.join('')).toMatch(/INFO.*request.*\/api\/v1\/messages/)
})
