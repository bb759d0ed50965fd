import { createReadStream } from 'node:fs'
import { parseJson } from './read-json.ts'

/** A row of a list in a JSON file. `row` is undefined if it is broken. */
export interface JsonRow {
  readonly list: string
  readonly index: number
  readonly row: unknown
}

/** A longer row is broken. No message of any system is that long. */
const MAX_ROW_LENGTH = 64 * 1024 * 1024

/**
 * The rows of the lists of a JSON file that is an object of lists, or a list itself, one after another, so that a file
 * of any size needs little memory. Throws for what is not JSON.
 */
export async function* jsonRows(path: string, isWanted: (list: string) => boolean): AsyncGenerator<JsonRow> {
  const scanner = new Scanner(isWanted)
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 }))
    yield* scanner.read(chunk)
  scanner.end()
}

/** Finds where values begin and end. The values themselves are parsed by the runtime. */
class Scanner {
  readonly #isWanted: (list: string) => boolean
  #depth = 0
  /** At which depth the rows of lists are: 1 if the file is a list, 2 if it is an object of lists. */
  #rows = 0
  #inString = false
  #isEscaped = false
  /** The value that is being read, if it is needed. */
  #text: string | null = null
  #list = ''
  #index = 0
  #isKey = true

  constructor(isWanted: (list: string) => boolean) {
    this.#isWanted = isWanted
  }

  *read(chunk: string): Generator<JsonRow> {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === 92) this.#isEscaped = true
        else if (code === 34) this.#inString = false
        continue
      }
      if (code === 34) {
        if (this.#depth === 1 && this.#rows === 2 && this.#isKey) {
          this.#text = ''
          from = at
        }
        this.#inString = true
      } else if (code === 91 || code === 123) {
        if (this.#depth === 0) this.#rows = code === 91 ? 1 : 2
        this.#depth += 1
        if (this.#depth === this.#rows && code === 91) {
          this.#index = 0
          this.#text = this.#isWanted(this.#list) ? '' : null
          from = at + 1
        }
      } else if (code === 93 || code === 125) {
        if (this.#depth === this.#rows && code === 93) {
          yield* this.#take(chunk.slice(from, at))
          this.#text = null
        }
        this.#depth -= 1
      } else if (code === 44) {
        if (this.#depth === this.#rows && this.#text !== null) {
          yield* this.#take(chunk.slice(from, at))
          from = at + 1
        } else if (this.#depth === 1) this.#isKey = true
      } else if (code === 58 && this.#depth === 1 && this.#rows === 2 && this.#isKey) {
        this.#list = JSON.parse((this.#text ?? '') + chunk.slice(from, at)) as string
        this.#text = null
        this.#isKey = false
      }
    }
    if (this.#text === null) return
    this.#text += chunk.slice(from)
    if (this.#text.length > MAX_ROW_LENGTH) throw new Error('a row is too long')
  }

  *#take(end: string): Generator<JsonRow> {
    if (this.#text === null) return
    const text = this.#text + end
    this.#text = ''
    if (text.trim() === '') return
    yield { list: this.#list, index: this.#index, row: parsed(text) }
    this.#index += 1
  }

  end(): void {
    if (this.#depth !== 0 || this.#inString || this.#rows === 0) throw new Error('the file ends too early')
  }
}

function parsed(text: string): unknown {
  const read = parseJson(text)
  return 'value' in read ? read.value : undefined
}
