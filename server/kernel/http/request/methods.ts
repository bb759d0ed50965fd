import type { Config } from '../../base/config.ts'
import type { AllowedMethods } from '../answer/answer.ts'
import { createResultCheck } from '../answer/strict.ts'
import type { Route } from '../route.ts'
import { createParser, type ParamsParser } from './parse-params.ts'
import { type Fields, isMultipart, isPlainForm } from './read-params.ts'
import type { UploadRules } from './receive-upload.ts'

/** A route with everything that is computed once. */
export interface PreparedRoute extends Omit<Route, 'upload'> {
  readonly upload: UploadRules | undefined
  readonly parse: ParamsParser
  readonly check: (result: unknown) => void
}

/** All methods of one path. */
export interface Methods extends AllowedMethods {
  /** The common pattern, for logs and metrics. */
  readonly route: string
  readonly byName: ReadonlyMap<string, PreparedRoute>
  /** The parameter that takes a body that is not a form. */
  readonly bodyParam: string | undefined
  readonly door: Door
}

/** How callers show who they are: programs with an API key, browsers with the cookie of a session. */
export type Door = 'key' | 'session'

/** HEAD is allowed with GET, and OPTIONS always. */
export function allowing(methods: readonly string[]): AllowedMethods {
  const head = methods.includes('GET') ? ['HEAD'] : []
  const allowed = [...methods, ...head, 'OPTIONS'].sort()
  return { allowed, allow: ['Allow', allowed.join(', ')] }
}

export function prepareMethods(routes: readonly Route[], config: Config): Omit<Methods, 'route' | 'door'> {
  const byName = new Map<string, PreparedRoute>(
    routes.map((one) => [
      one.endpoint.method,
      {
        ...one,
        upload: typeof one.upload === 'function' ? one.upload(config) : one.upload,
        parse: createParser(one.endpoint),
        check: createResultCheck(one.endpoint),
      },
    ]),
  )
  const bodyParam = routes.find(({ endpoint }) => endpoint.bodyParam !== undefined)?.endpoint.bodyParam
  return { byName, bodyParam, ...allowing([...byName.keys()]) }
}

/** The route that takes the file of a body. A form that is posted may name the method of the route, also after its file. */
export function uploadOf(
  { byName }: Methods,
  method: string,
  contentType: string | undefined,
): PreparedRoute | undefined {
  const named = byName.get(method)
  const found = named ?? (method === 'POST' ? [...byName.values()].find(({ upload }) => upload) : undefined)
  return found?.upload && mayHaveFile(found.upload, contentType) ? found : undefined
}

/** A body of another type than a form lacks the file. Where it may be left out, such a body is none. */
const mayHaveFile = ({ missing }: UploadRules, contentType: string | undefined): boolean =>
  missing ? !isPlainForm(contentType) : isMultipart(contentType)

/** A form can only use GET and POST, so a field can name the method. */
export function methodOf(method: string, body: Fields): string {
  const override = method === 'POST' ? body.get('method') : undefined
  if (typeof override === 'string') return override.toUpperCase()
  return method === 'HEAD' ? 'GET' : method
}
