import type { IncomingMessage } from 'node:http'
import { getOrMake } from '../../base/get-or-make.ts'
import { cut } from '../../base/logger.ts'
import type { Context } from '../../context.ts'
import { requestLines } from './request-lines.ts'

export interface AnsweredRequest {
  readonly request: { readonly id: string; readonly raw: IncomingMessage }
  /** The pattern, not the path: ids in labels would create a series per message. */
  readonly route: string
  readonly status: number
  /** Monotonic milliseconds at the arrival of the request. */
  readonly since: number
}

/** Writes one log line and one count per answer, without query and body, because both contain private text. */
export type RequestLog = (answered: AnsweredRequest) => void

/** Monitoring requests these all the time, so only failures are logged. */
const WATCHED = new Set(['/health', '/metrics'])

/** No path of ours is longer. The limit keeps random requests from filling the disk. */
const MAX_LOGGED_PATH_LENGTH = 500

/** `secretPaths` are the starts of paths that go on with a key, which is not logged. */
export function createRequestLog(
  ctx: Context,
  longPolls: ReadonlySet<string>,
  secretPaths: readonly string[] = [],
): RequestLog {
  const seriesOf = createSeries(ctx)
  const writeLine = requestLines(ctx.logger)
  const countPoll = createPollCounter((route, count) => ctx.metrics.httpRequests.inc({ route, status: '200' }, count))
  return ({ request, route, status, since }) => {
    const isLongPoll = longPolls.has(route) && request.raw.method === 'GET'
    // One message answers thousands of waiting polls at once, so they are not logged one by one.
    if (isLongPoll && status === 200 && !ctx.logger.isLevelEnabled('debug')) {
      countPoll(route)
      return
    }
    const ms = Math.round((performance.now() - since) * 10) / 10
    const series = seriesOf(route)
    getOrMake(series.answers, status, () => ctx.metrics.httpRequests.labels({ route, status: `${status}` })).inc()
    // The duration of a long poll says nothing about the server.
    if (!isLongPoll) series.duration.observe(ms / 1000)
    const level = WATCHED.has(route) && status === 200 ? 'debug' : 'info'
    if (!ctx.logger.isLevelEnabled(level)) return
    const { id: requestId, raw } = request
    const { method = '', url = '' } = raw
    const query = url.indexOf('?')
    const whole = query < 0 ? url : url.slice(0, query)
    const secret = secretPaths.find((start) => whole.length > start.length && whole.startsWith(start))
    const path = secret === undefined ? cut(whole, MAX_LOGGED_PATH_LENGTH) : `${secret}…`
    writeLine(level, { requestId, method, path, status, ms })
  }
}

/** Caches each labelled series, because the lookup costs more than counting. */
function createSeries({ metrics }: Context) {
  const byRoute = new Map<string, ReturnType<typeof make>>()
  const make = (route: string) => ({
    duration: metrics.httpDuration.labels({ route }),
    answers: new Map<number, ReturnType<typeof metrics.httpRequests.labels>>(),
  })
  return (route: string) => getOrMake(byRoute, route, () => make(route))
}

/** Sums the polls of one turn, because looking up a labelled counter costs as much as writing an answer. */
function createPollCounter(add: (route: string, count: number) => void): (route: string) => void {
  const counts = new Map<string, number>()
  return (route) => {
    if (counts.size === 0) {
      setImmediate(() => {
        for (const [name, count] of counts) add(name, count)
        counts.clear()
      })
    }
    counts.set(route, (counts.get(route) ?? 0) + 1)
  }
}
