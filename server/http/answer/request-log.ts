import type { IncomingMessage } from 'node:http'
import { getOrMake } from '../../base/get-or-make.ts'
import { cut } from '../../base/logger.ts'
import type { Context } from '../../context.ts'

export interface Answered {
  readonly request: { readonly id: string; readonly raw: IncomingMessage }
  /** The pattern, not the path: numbers in labels would make a series per message. */
  readonly route: string
  readonly status: number
  /** Monotonic milliseconds when the request came. */
  readonly since: number
}

/** One line and one count per answer. Neither query nor body: both hold what people wrote. */
export type RequestLog = (answered: Answered) => void

/** Asked by machines all day long, and by the start itself: worth a line only when they fail. */
const WATCHED = new Set(['/health', '/metrics'])

/** No path of ours is as long; what strangers ask for does not fill the disk. */
const MOST_OF_PATH = 500

export function createRequestLog(ctx: Context, longPolls: ReadonlySet<string>): RequestLog {
  const seriesOf = createSeries(ctx)
  const countPoll = createPollCounter((route, count) => ctx.metrics.httpRequests.inc({ route, status: '200' }, count))
  return ({ request, route, status, since }) => {
    const isLongPoll = longPolls.has(route) && request.raw.method === 'GET'
    // Thousands of waiting polls are answered at once when one message comes: not a line for each.
    if (isLongPoll && status === 200 && !ctx.logger.isLevelEnabled('debug')) {
      countPoll(route)
      return
    }
    const ms = Math.round((performance.now() - since) * 10) / 10
    const series = seriesOf(route)
    getOrMake(series.answers, status, () => ctx.metrics.httpRequests.labels({ route, status: `${status}` })).inc()
    // A long poll takes as long as nothing happens.
    if (!isLongPoll) series.duration.observe(ms / 1000)
    const level = WATCHED.has(route) && status === 200 ? 'debug' : 'info'
    if (!ctx.logger.isLevelEnabled(level)) return
    const { id: requestId, raw } = request
    const { method = '', url = '' } = raw
    const query = url.indexOf('?')
    const path = cut(query < 0 ? url : url.slice(0, query), MOST_OF_PATH)
    ctx.logger[level]({ requestId, method, path, status, ms }, 'request')
  }
}

/** Each series is looked up by its labels once: that costs more than counting. */
function createSeries({ metrics }: Context) {
  const byRoute = new Map<string, ReturnType<typeof make>>()
  const make = (route: string) => ({
    duration: metrics.httpDuration.labels({ route }),
    answers: new Map<number, ReturnType<typeof metrics.httpRequests.labels>>(),
  })
  return (route: string) => getOrMake(byRoute, route, () => make(route))
}

/** Looking up a labelled counter costs as much as writing an answer: all of one moment are added together. */
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
