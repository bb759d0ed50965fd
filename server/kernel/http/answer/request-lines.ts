import { hideInText, jsonOutputOf, type Logger } from '../../base/logger.ts'

interface RequestLine {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** Milliseconds. */
  readonly ms: number
}

type WriteLine = (level: 'debug' | 'info', line: RequestLine) => void

/** Writes the log line of each request. It builds the same JSON as the logger, which needs several times as long. */
export function requestLines(logger: Logger): WriteLine {
  const output = jsonOutputOf(logger)
  if (!output) return (level, line) => logger[level](line, 'request')
  const isoNow = isoClock()
  return (level, { requestId, method, path, status, ms }) => {
    const request = `"method":${JSON.stringify(method)},"path":${JSON.stringify(hideInText(path))}`
    output.write(
      `{"level":"${level}","time":"${isoNow()}","requestId":"${requestId}",${request},"status":${status},"ms":${ms},"msg":"request"}\n`,
    )
  }
}

/** Returns a function for the current time. Requests of the same millisecond share the text. */
function isoClock(): () => string {
  let last = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== last) {
      last = now
      text = new Date(now).toISOString()
    }
    return text
  }
}
