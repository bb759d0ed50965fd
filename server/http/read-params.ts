import type { UploadedFile } from '../../api/contract.ts'
import { badRequest } from '../../api/errors.ts'
import { parseForm, parseFormBody } from './form.ts'
import type { Incoming } from './incoming.ts'
import { parseMultipart } from './multipart.ts'

export type Fields = Map<string, string | UploadedFile>

/** Bodies of other types carry no parameters. */
export async function readBody(request: Pick<Incoming, 'headers' | 'body'>): Promise<Fields> {
  const type = request.headers['content-type']
  if (!Buffer.isBuffer(request.body) || type === undefined) return new Map()
  const media = type.split(';', 1)[0]?.trim().toLowerCase()
  if (media === 'application/x-www-form-urlencoded') return parseFormBody(request.body)
  if (media === 'multipart/form-data') return await parseMultipart(request.body, type)
  return new Map()
}

export function readQuery(url: string): Map<string, string> {
  const at = url.indexOf('?')
  return at < 0 ? new Map() : parseForm(url.slice(at + 1), 'query')
}

/** The path says what the request is about; then the body; then the query. */
export function mergeParams(path: Record<string, string>, body: Fields, query: Fields): Fields {
  if (query.size === 0 && body.size === 0 && Object.keys(path).length === 0) return body
  const merged: Fields = new Map(query)
  for (const [name, value] of body) merged.set(name, value)
  for (const [name, value] of Object.entries(path)) {
    if (!value.isWellFormed()) throw badRequest(`${name} has invalid format`)
    merged.set(name, value)
  }
  return merged
}
