import { Dice } from './dice.ts'
import { written } from './grammar.ts'
import { mutated } from './mutation.ts'

export interface Generated {
  /** With it and the same code, the same text comes again. */
  readonly seed: number
  readonly source: string
}

/** Texts built by the grammar. NUL never reaches rendering: a message with it is refused. */
export function* fromGrammar(seed: number, count: number): Generator<Generated> {
  for (let i = 0; i < count; i += 1) yield { seed: seed + i, source: withoutNul(written(new Dice(seed + i), 0)) }
}

/** Texts that come from others by damage. */
export function* fromMutation(seed: number, count: number, texts: readonly string[]): Generator<Generated> {
  for (let i = 0; i < count; i += 1) yield { seed: seed + i, source: withoutNul(mutated(new Dice(seed + i), texts)) }
}

const withoutNul = (text: string): string => text.replaceAll('\0', '')
