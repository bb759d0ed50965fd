import * as z from 'zod'
import { type ArgsOf, type Endpoint, isFile, type UploadedFile } from '../api/contract.ts'
import { API_PREFIX } from '../api/prefix.ts'

export interface EncodedCall {
  /** Includes the prefix and, for GET, the query. */
  path: string
  body: URLSearchParams | FormData | null
}

/** Encodes arguments as text that the server's parser turns into the same values. */
export function encodeCall<E extends Endpoint>(endpoint: E, args: ArgsOf<E>): EncodedCall {
  const fields = new URLSearchParams()
  const files = new Map<string, UploadedFile>()
  const inPath = new Map<string, string>()
  for (const [name, value] of Object.entries(args as Record<string, unknown>)) {
    if (value === undefined) continue
    const schema = endpoint.params[name]
    if (!schema) throw new TypeError(`${endpoint.id} has no parameter ${name}`)
    if (isFile(schema)) {
      files.set(name, value as UploadedFile)
      continue
    }
    const text = String(z.encode(schema, value))
    if (endpoint.path.includes(`{${name}}`)) inPath.set(name, encodeURIComponent(text))
    else fields.set(name, text)
  }
  const path = API_PREFIX + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '')
  if (files.size > 0) return { path, body: formWith(fields, files) }
  if (endpoint.method !== 'GET') return { path, body: fields }
  return { path: fields.size > 0 ? `${path}?${fields}` : path, body: null }
}

/** Only a multipart form can contain files. */
function formWith(fields: URLSearchParams, files: ReadonlyMap<string, UploadedFile>): FormData {
  const form = new FormData()
  for (const [name, text] of fields) form.set(name, text)
  for (const [name, { filename, type, bytes }] of files)
    form.set(name, new Blob([new Uint8Array(bytes)], { type }), filename)
  return form
}
