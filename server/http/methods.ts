import type { Incoming } from './incoming.ts'
import { createParser, type ParamsParser } from './parse-params.ts'
import type { Fields } from './read-params.ts'
import type { Route } from './route.ts'
import { createResultCheck } from './strict.ts'

/** A route with everything that is worked out once. */
export interface Prepared extends Route {
  readonly parse: ParamsParser
  readonly check: (result: unknown) => void
}

/** All methods of one path. */
export interface Methods {
  /** The pattern that all of them have in common, for logs and counts. */
  readonly route: string
  readonly byName: ReadonlyMap<string, Prepared>
  readonly allowed: readonly string[]
}

export function prepareMethods(route: string, routes: readonly Route[]): Methods {
  const byName = new Map<string, Prepared>(
    routes.map((one) => [
      one.endpoint.method,
      { ...one, parse: createParser(one.endpoint), check: createResultCheck(one.endpoint) },
    ]),
  )
  const head = byName.has('GET') ? ['HEAD'] : []
  return { route, byName, allowed: [...byName.keys(), ...head, 'OPTIONS'].sort() }
}

/** A form can only GET and POST: a field says which method was meant. */
export function methodOf(request: Pick<Incoming, 'method'>, body: Fields): string {
  const override = request.method === 'POST' ? body.get('method') : undefined
  if (typeof override === 'string') return override.toUpperCase()
  return request.method === 'HEAD' ? 'GET' : request.method
}
