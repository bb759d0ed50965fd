import { expect, test } from 'vitest'
import { createLogger } from '../../base/logger.ts'
import { requestLines } from './request-lines.ts'

const PATHS = ['/api/v1/messages', '/a"b\\c', '/\u0000é😀', '/://user:sesame@host/x', '/x?api_key=sesame']

test.each(PATHS)('the line of a request is what the logger would write: %j', (path) => {
  const lines: string[] = []
  const logger = createLogger({ logFormat: 'json' }, { write: (line) => void lines.push(line) })
  const request = { requestId: 'c9b1', method: 'POST', path, status: 200, ms: 1.2 }
  requestLines(logger)('info', request)
  logger.info(request, 'request')
  const [ours, loggers] = lines.map((line) =>
    line.replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, '"time":""'),
  )
  expect(ours).toBe(loggers)
  expect(ours).toContain('"time":""')
  expect(ours).not.toContain('sesame')
})

test('a logger for people writes the line in its own form', () => {
  const lines: string[] = []
  const logger = createLogger({ logFormat: 'pretty' }, { write: (line) => void lines.push(line) })
  requestLines(logger)('info', { requestId: 'c9b1', method: 'GET', path: '/health', status: 503, ms: 4 })
  expect(lines.join('')).toMatch(/INFO.*request.*503/)
})
