import { Dice } from './dice.ts'
import { written } from './grammar.ts'
import { mutated } from './mutation.ts'

export interface GeneratedText {
  /** The same seed and the same code give the same text. */
  readonly seed: number
  readonly source: string
}

/** Texts built by the grammar. Without NUL, because messages with NUL are refused. */
export function* fromGrammar(seed: number, count: number): Generator<GeneratedText> {
  for (let i = 0; i < count; i += 1) yield { seed: seed + i, source: withoutNul(written(new Dice(seed + i), 0)) }
}

/** Texts that are mutated from others. */
export function* fromMutation(seed: number, count: number, texts: readonly string[]): Generator<GeneratedText> {
  for (let i = 0; i < count; i += 1) yield { seed: seed + i, source: withoutNul(mutated(new Dice(seed + i), texts)) }
}

const withoutNul = (text: string): string => text.replaceAll('\0', '')
