import type { IncomingMessage, ServerResponse } from 'node:http'
import { isInteger } from '../../../api/contract.ts'
import { API_PREFIX, BROWSER_PREFIX } from '../../../api/prefix.ts'
import type { Config } from '../base/config.ts'
import { answerJson } from './answer/answer.ts'
import { RETRY_SECONDS } from './answer/failures.ts'
import { UnreadRefusal } from './answer/unread-refusal.ts'
import { RateLimitError } from './limits/rate-limit-error.ts'
import { type Door, type Methods, prepareMethods } from './request/methods.ts'
import { pathOf } from './request/request-path.ts'
import type { Route } from './route.ts'
import { Router, TOO_LONG } from './router.ts'
import { type Kernel, refuse, serve } from './serve.ts'

/** Answers a request to an operation of the contract. Returns false for any other request. */
export type Api = (request: IncomingMessage, response: ServerResponse) => boolean

const CLOSING = { result: 'error', msg: 'The server is stopping, try again shortly', code: 'SERVER_NOT_READY' }

export function createApi(kernel: Kernel, routes: Record<string, Route>, isClosing: () => boolean): Api {
  const router = createRouter(routes, kernel.ctx.config)
  return (request, response) => {
    const path = pathOf(request.url ?? '')
    const found = path === null ? null : router.find(path)
    if (found === null) return false
    if (found === TOO_LONG) {
      const usage = kernel.limits.countVisitor(kernel.addressOf(request), 1)
      const tooLong = new UnreadRefusal(414, `'${path}' is exceeding the max param length`)
      refuse(kernel, request, response, usage?.isExceeded ? new RateLimitError(usage) : tooLong)
    } else if (isClosing()) answerJson(response, 503, ['Connection', 'close', 'Retry-After', RETRY_SECONDS], CLOSING)
    else serve(kernel, found, request, response)
    return true
  }
}

const DOORS: readonly (readonly [string, Door])[] = [
  [API_PREFIX, 'key'],
  [BROWSER_PREFIX, 'session'],
]

function createRouter(routes: Record<string, Route>, config: Config): Router<Methods> {
  const router = new Router<Methods>()
  const byPath = Map.groupBy(Object.values(routes), (route) => route.endpoint.path)
  for (const [path, group] of byPath) {
    const isNumber = (name: string) => group.every(({ endpoint }) => isInteger(endpoint.params[name]))
    const takesRest = group.some(({ endpoint }) => endpoint.takesRestOfPath)
    const methods = prepareMethods(group, config)
    for (const [prefix, door] of DOORS) {
      const route = prefix + path.replaceAll(/\{(\w+)\}/g, ':$1')
      router.add(prefix + path, { ...methods, route, door }, isNumber, takesRest)
    }
  }
  return router
}
