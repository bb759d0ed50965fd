import { pino } from 'pino'
import type { Config } from '../../base/config.ts'
import { hideInText, type Logger } from '../../base/logger.ts'

export interface RequestFacts {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
}

/** What the logger writes into. */
interface Output {
  write(line: string): void
}

/**
 * Lines about requests. There is one for each, always with the same fields, none of which can hold a secret but the
 * path; so the JSON log gets them as the logger would write them, at a fifth of what it costs the logger.
 */
export function createRequestLines(logger: Logger, { logFormat }: Pick<Config, 'logFormat'>) {
  const output = (logger as unknown as Record<symbol, Output>)[pino.symbols.streamSym]
  if (logFormat !== 'json' || !output) {
    return (level: 'info' | 'debug', facts: RequestFacts): void => logger[level](facts, 'request')
  }
  return (level: 'info' | 'debug', facts: RequestFacts): void => output.write(requestLine(level, Date.now(), facts))
}

export function requestLine(level: string, now: number, { requestId, method, path, status, ms }: RequestFacts): string {
  const shown = JSON.stringify(hideInText(path))
  return `{"level":"${level}","time":"${isoTime(now)}","requestId":"${requestId}","method":"${method}","path":${shown},"status":${status},"ms":${ms},"msg":"request"}\n`
}

let second = -1
let upToSeconds = ''

function isoTime(now: number): string {
  const milliseconds = now % 1000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    // Without `000Z`.
    upToSeconds = new Date(second).toISOString().slice(0, -4)
  }
  return `${upToSeconds}${`${milliseconds}`.padStart(3, '0')}Z`
}
