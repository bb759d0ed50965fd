/** A part of a multipart form in its wire form, so that tests can break it. */
export interface Part {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  readonly content?: string | Buffer
  /** Replaces the header that follows from the other fields. */
  readonly head?: string
}

export const BOUNDARY = 'a-boundary'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

function headOf({ name = 'file', filename, type, head }: Part): string {
  if (head !== undefined) return head
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const lines = [`Content-Disposition: form-data; name="${name}"${file}`, ...(type ? [`Content-Type: ${type}`] : [])]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The text of a part before its content. */
export const opening = (part: Part): string => `--${BOUNDARY}\r\n${headOf(part)}`

/** The text after the content of the last part. */
export const CLOSING = `\r\n--${BOUNDARY}--\r\n`

export function multipart(...parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap((part) => ['\r\n', opening(part), part.content ?? ''])
  return Buffer.concat([...pieces, CLOSING].map((piece) => Buffer.from(piece as string)))
}
