import type { UploadedFile } from '../../../../api/contract.ts'
import { badRequest } from '../../../../api/errors.ts'
import type { PathParams } from '../router.ts'
import { parseFormBody, parseQuery, readText } from './form.ts'
import { parseMultipart } from './multipart.ts'

export type Fields = ReadonlyMap<string, string | UploadedFile>

const NONE: Fields = new Map()

const FORM = 'application/x-www-form-urlencoded'

/** Type and subtype, then an optional rest. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

export const isMediaType = (contentType: string): boolean => contentType === FORM || MEDIA_TYPE.test(contentType)

const MULTIPART = 'multipart/form-data'

const mediaOf = (contentType: string | undefined): string | undefined =>
  contentType === FORM ? FORM : contentType?.split(';', 1)[0]?.trim().toLowerCase()

export const isMultipart = (contentType: string | undefined): boolean => mediaOf(contentType) === MULTIPART

/** True for a form that cannot contain a file, or no body. */
export const isPlainForm = (contentType: string | undefined): boolean =>
  contentType === undefined || mediaOf(contentType) === FORM

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/

/** A client that sends JSON means parameters, so the error says that a form is expected. */
export function refuseJson(contentType: string | undefined): void {
  if (!JSON_TYPE.test(mediaOf(contentType) ?? '')) return
  throw badRequest(`Parameters must be sent as a form (${FORM} or ${MULTIPART}), not as JSON.`)
}

/** Other programs send JSON as a form if nobody tells them a type, such as `curl -d`. No form starts like this. */
const STARTS_LIKE_JSON = /^\s*[{[]/

/** Bodies of other types carry no parameters, unless the operation has a parameter for the body itself. */
export function readFields(
  body: Buffer,
  contentType: string | undefined,
  bodyParam?: string,
): Fields | Promise<Fields> {
  if (body.length === 0) return NONE
  const media = mediaOf(contentType)
  if (media === MULTIPART) return parseMultipart(body, contentType as string)
  if (bodyParam !== undefined) {
    const text = readText(body)
    if (media !== FORM || STARTS_LIKE_JSON.test(text)) return new Map([[bodyParam, text]])
  }
  if (media === FORM) return parseFormBody(body)
  refuseJson(contentType)
  return NONE
}

export function readQuery(url: string): Fields {
  const at = url.indexOf('?')
  return at < 0 ? NONE : parseQuery(url.slice(at + 1))
}

/** The path takes precedence over the body, and the body over the query. */
export function mergeParams(path: PathParams, body: Fields, query: Fields): Fields {
  if (path.size === 0 && query.size === 0) return body
  if (path.size === 0 && body.size === 0) return query
  const merged = new Map(query)
  for (const [name, value] of body) merged.set(name, value)
  for (const [name, value] of path) {
    if (!value.isWellFormed()) throw badRequest(`${name} has invalid format`)
    merged.set(name, value)
  }
  return merged
}
