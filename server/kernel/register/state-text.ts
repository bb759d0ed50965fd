import { setImmediate } from 'node:timers/promises'
import { type Fields, Json, type JsonPiece } from './snapshot.ts'

/** Milliseconds of writing before other requests are served. */
const WORK_MILLISECONDS = 4

/**
 * Writes the fields as members of a JSON object, in byte pieces that are sent without copying: `"a":1,"b":[…]`. Ten
 * thousand people are megabytes of text, so it yields to other requests in between.
 */
export async function writeState(parts: readonly Fields[]): Promise<Buffer[]> {
  const text = new PiecedText()
  let since = performance.now()
  for (const piece of piecesOf(parts)) {
    text.add(piece)
    if (performance.now() - since < WORK_MILLISECONDS) continue
    await setImmediate()
    since = performance.now()
  }
  return text.bytes()
}

function* piecesOf(parts: readonly Fields[]): Generator<JsonPiece> {
  let separator = ''
  for (const fields of parts) {
    for (const [name, value] of Object.entries(fields)) {
      yield `${separator}${JSON.stringify(name)}:`
      separator = ','
      if (value instanceof Json) yield* value.pieces
      else yield JSON.stringify(value)
    }
  }
}

/** Shorter texts are joined, because each piece that is sent has a cost. */
const SHORT = 16_384

class PiecedText {
  readonly #pieces: Buffer[] = []
  #text = ''

  add(piece: JsonPiece): void {
    if (typeof piece !== 'string') {
      this.#flush()
      this.#pieces.push(piece)
      return
    }
    this.#text += piece
    if (this.#text.length > SHORT) this.#flush()
  }

  bytes(): Buffer[] {
    this.#flush()
    return this.#pieces
  }

  #flush(): void {
    if (this.#text === '') return
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
