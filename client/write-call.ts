import { CALLS } from './calls.ts'

export type CallName = keyof typeof CALLS

export interface WrittenCall {
  method: string
  /** Below the prefix, with the query of a GET. */
  path: string
  body: URLSearchParams | FormData | null
}

interface Pair {
  operator: string
  operand: string
}

function write(value: unknown, mark: string | undefined): string {
  if (mark === '*') return JSON.stringify((value as Pair[]).map(({ operator, operand }) => [operator, operand]))
  if (mark === undefined && typeof value === 'string') return value
  return JSON.stringify(value)
}

/**
 * Writes a call by the generated table. The result has the same bytes as that of `encodeCall`, without the schemas of
 * the contract.
 */
export function writeCall(name: CallName, args: Readonly<Record<string, unknown>>): WrittenCall {
  const [method = 'GET', path = '', ...marks] = CALLS[name].split(' ')
  const markOf = new Map(marks.map((mark) => [mark.slice(1), mark[0]]))
  const fields = new URLSearchParams()
  const form = new FormData()
  let hasFile = false
  let filled = path
  for (const [param, value] of Object.entries(args)) {
    if (value === undefined) continue
    const mark = markOf.get(param)
    if (mark === '@') {
      form.set(param, value as Blob)
      hasFile = true
      continue
    }
    const text = write(value, mark)
    if (path.includes(`{${param}}`)) filled = filled.replace(`{${param}}`, () => encodeURIComponent(text))
    else fields.set(param, text)
  }
  if (hasFile) {
    for (const [param, text] of fields) form.set(param, text)
    return { method, path: filled, body: form }
  }
  if (method !== 'GET') return { method, path: filled, body: fields }
  return { method, path: fields.size > 0 ? `${filled}?${fields}` : filled, body: null }
}
