const NEW_LINE = 0x0a

export interface Line {
  /** Beginning with 1. */
  readonly number: number
  /** Null if the line is longer than the limit. */
  readonly text: string | null
}

/** The lines of a text. Holds one line in memory, and no more than `most` bytes of it. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let size = 0
  let number = 0
  const take = (part: Buffer) => {
    size += part.length
    if (size <= most) parts.push(part)
    else parts = []
  }
  const line = (): Line => {
    number += 1
    const text = size > most ? null : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    return { number, text }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      take(chunk.subarray(from, end))
      yield line()
      from = end + 1
    }
    take(chunk.subarray(from))
  }
  if (size > 0) yield line()
}
