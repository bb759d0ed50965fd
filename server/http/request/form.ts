import { isUtf8 } from 'node:buffer'
import { badRequest } from '../../../api/errors.ts'
import { ownText } from '../../base/own-text.ts'

/** Far more than any operation has. Each field takes time to read. */
export const MAX_FIELDS = 1000

export const tooManyFields = () => badRequest(`Too many parameters (limit: ${MAX_FIELDS})`)

function decode(text: string, where: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    // Throws for invalid percent-encoding and for anything that is not UTF-8.
    return decodeURIComponent(spaced)
  } catch {
    return decodeLoosely(spaced, where)
  }
}

/** Scripts send texts such as `95% full` without encoding them. A percent sign that escapes nothing stands for itself. */
function decodeLoosely(text: string, where: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    throw badRequest(`The ${where} is not valid percent-encoded UTF-8`)
  }
}

/** Parses `a=1&b=2` strictly: invalid or repeated fields are refused. */
export function parseForm(text: string, where: 'query' | 'body'): Map<string, string> {
  const fields = new Map<string, string>()
  if (text === '') return fields
  const parts = text.split('&', MAX_FIELDS + 1)
  if (parts.length > MAX_FIELDS) throw tooManyFields()
  for (const part of parts) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at < 0 ? part : part.slice(0, at), where)
    addField(fields, name, at < 0 ? '' : ownText(decode(part.slice(at + 1), where), text))
  }
  return fields
}

export function addField<Value>(fields: Map<string, Value>, name: string, value: Value): void {
  if (fields.has(name)) throw badRequest(`Parameter '${name}' was given more than once`)
  if (fields.size >= MAX_FIELDS) throw tooManyFields()
  fields.set(name, value)
}

export const parseFormBody = (body: Buffer): Map<string, string> => parseForm(readText(body), 'body')

export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw badRequest('The body is not valid UTF-8')
  return body.toString('utf8')
}
