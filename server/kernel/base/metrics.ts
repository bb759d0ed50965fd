import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of a process. Created once per process and passed on with its context. There is no global registry. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'parley_' })
  const registers = [registry]
  return {
    registry,
    httpRequests: new Counter({
      name: 'parley_http_requests_total',
      help: 'Answered requests',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    httpDuration: new Histogram({
      name: 'parley_http_request_duration_seconds',
      help: 'Time from the request to its answer; long polls are not counted',
      labelNames: ['route'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    messagesSent: new Counter({ name: 'parley_messages_sent_total', help: 'Accepted messages', registers }),
    incomingMails: new Counter({
      name: 'parley_incoming_mails_total',
      help: 'Received mails for channels, once for each address',
      labelNames: ['outcome'] as const,
      registers,
    }),
    eventsDelivered: new Counter({
      name: 'parley_events_delivered_total',
      help: 'Events handed to clients, each counted once per client',
      registers,
    }),
    ephemeralDropped: new Counter({
      name: 'parley_ephemeral_events_dropped_total',
      help: 'Typing and presence events that were dropped because a queue had too many waiting',
      registers,
    }),
    openPolls: new Gauge({ name: 'parley_open_polls', help: 'Long polls that wait for an event', registers }),
    queues: new Gauge({ name: 'parley_event_queues', help: 'Event queues held by this process', registers }),
    databaseStatements: new Counter({
      name: 'parley_database_statements_total',
      help: 'Statements sent to the database',
      registers,
    }),
    laneBatchSize: new Histogram({
      name: 'parley_lane_batch_size',
      help: 'Changes that shared one commit',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
  }
}
