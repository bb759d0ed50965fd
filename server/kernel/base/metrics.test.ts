import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('metrics are returned as Prometheus text', async () => {
  const metrics = createMetrics()
  metrics.httpRequests.inc({ route: 'GET /users', status: '200' })
  metrics.laneBatchSize.observe(3)
  const text = await metrics.registry.metrics()
  expect(text).toContain('parley_http_requests_total{route="GET /users",status="200"} 1')
  expect(text).toContain('parley_lane_batch_size_bucket{le="4"} 1')
  expect(text).toContain('parley_process_resident_memory_bytes')
})

test('two servers in one process, as in tests, have separate counters', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.messagesSent.inc()
  expect(await other.registry.metrics()).toContain('parley_messages_sent_total 0')
})
