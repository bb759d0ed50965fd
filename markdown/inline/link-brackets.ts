import type { StateInline } from 'markdown-it'
import { codeSpansIn } from './code-span.ts'

const SIGN = /[[\]()\s`]/g

export function bracketsIn(state: StateInline): Brackets {
  const cache = state.cache as { brackets?: Brackets }
  cache.brackets ??= new Brackets(state)
  return cache.brackets
}

/** Which bracket closes which, found in one pass so that no number of unclosed ones costs more. */
class Brackets {
  readonly #squares = new Map<number, number>()
  readonly #rounds = new Map<number, number>()
  readonly #blanks = new Map<number, number>()

  constructor(state: StateInline) {
    const codeSpans = codeSpansIn(state)
    const squares: number[] = []
    let rounds: number[] = []
    let resume = 0
    SIGN.lastIndex = 0
    for (let found = SIGN.exec(state.src); found; found = SIGN.exec(state.src)) {
      const { index, 0: sign } = found
      if (index < resume) continue
      if (sign === '`') resume = codeSpans.get(index)?.end ?? index
      else if (sign === '[') squares.push(index)
      else if (sign === '(') rounds.push(index)
      else if (sign === ']') close(squares, this.#squares, index)
      else if (sign === ')') close(rounds, this.#rounds, index)
      else if (sign === '\n') rounds = []
      else {
        const innermost = rounds.at(-1)
        if (innermost !== undefined && !this.#blanks.has(innermost)) this.#blanks.set(innermost, index)
      }
    }
  }

  /** The bracket that closes the one here. */
  square(open: number): number | undefined {
    return this.#squares.get(open)
  }

  /** The parenthesis that closes the one here, on the same line. */
  parenthesis(open: number): number | undefined {
    return this.#rounds.get(open)
  }

  /** The first blank after the parenthesis here that lies in no other. */
  blankAfter(open: number): number | undefined {
    return this.#blanks.get(open)
  }
}

function close(open: number[], pairs: Map<number, number>, index: number): void {
  const partner = open.pop()
  if (partner !== undefined) pairs.set(partner, index)
}
