import type { BracketPairs } from './analyses.ts'
import { codeSpansIn } from './code-span.ts'
import type { InlineState } from './inline-state.ts'

const SIGN = /[[\]()`]/g
/** Blanks and line ends matter only inside parentheses. */
const SIGN_IN_ROUND = /[[\]()\s`]/g

function nextSign(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - 1 : -1
}

export function bracketsIn(state: InlineState): BracketPairs {
  state.brackets ??= new Brackets(state)
  return state.brackets
}

/** Found in one pass, so that unclosed brackets do not cost more. */
class Brackets implements BracketPairs {
  readonly #squares = new Map<number, number>()
  readonly #rounds = new Map<number, number>()
  readonly #blanks = new Map<number, number>()

  constructor(state: InlineState) {
    const codeSpans = codeSpansIn(state)
    const squares: number[] = []
    let rounds: number[] = []
    const { src } = state
    let index = nextSign(SIGN, src, 0)
    while (index !== -1) {
      const sign = src[index]
      let next = index + 1
      if (sign === '`') next = codeSpans.get(index)?.end ?? next
      else if (sign === '[') squares.push(index)
      else if (sign === '(') rounds.push(index)
      else if (sign === ']') close(squares, this.#squares, index)
      else if (sign === ')') close(rounds, this.#rounds, index)
      else if (sign === '\n') rounds = []
      else {
        const innermost = rounds.at(-1)
        if (innermost !== undefined && !this.#blanks.has(innermost)) this.#blanks.set(innermost, index)
      }
      index = nextSign(rounds.length > 0 ? SIGN_IN_ROUND : SIGN, src, next)
    }
  }

  square(open: number): number | undefined {
    return this.#squares.get(open)
  }

  parenthesis(open: number): number | undefined {
    return this.#rounds.get(open)
  }

  blankAfter(open: number): number | undefined {
    return this.#blanks.get(open)
  }
}

function close(open: number[], pairs: Map<number, number>, index: number): void {
  const partner = open.pop()
  if (partner !== undefined) pairs.set(partner, index)
}
