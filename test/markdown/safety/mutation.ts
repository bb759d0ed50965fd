import type { Dice } from './dice.ts'
import { SPECIAL } from './words.ts'

const LONGEST = 2_000

/** One of the given texts with some changes, most of them small. */
export function mutated(dice: Dice, texts: readonly string[]): string {
  let text = dice.pick(texts)
  for (let left = 1 + dice.below(6); left > 0; left -= 1) text = dice.pick(CHANGES)(dice, text, texts)
  return text.slice(0, LONGEST)
}

type Change = (dice: Dice, text: string, texts: readonly string[]) => string

/** All cuts are by code unit, so lone surrogates are possible. */
const CHANGES: readonly Change[] = [
  (dice, text) => inserted(dice, text, dice.pick(SPECIAL)),
  (dice, text) => inserted(dice, text, dice.pick(SPECIAL)),
  (dice, text) => inserted(dice, text, dice.pick(SPECIAL).repeat(1 + dice.below(20))),
  (dice, text, texts) => inserted(dice, text, part(dice, dice.pick(texts))),
  (dice, text, texts) => head(dice, text) + tail(dice, dice.pick(texts)),
  (dice, text) => inserted(dice, text, part(dice, text)),
  (dice, text) => without(dice, text, 1),
  (dice, text) => without(dice, text, 1 + dice.below(8)),
  (dice, text) => without(dice, text, 1 + dice.below(text.length + 1)),
  (dice, text) => text.replaceAll('\n', dice.pick(['\n> ', '\n  ', '\n    ', '\n- ', '\r\n', ' '])),
  (dice, text) => `${dice.pick(['> ', '- ', '1. ', '    ', '# ', '```\n', '```spoiler x\n', '@**', '['])}${text}`,
  (_, text) => `${text}\n${text}`,
]

function inserted(dice: Dice, text: string, what: string): string {
  const at = dice.below(text.length + 1)
  return text.slice(0, at) + what + text.slice(at)
}

function without(dice: Dice, text: string, length: number): string {
  const at = dice.below(text.length + 1)
  return text.slice(0, at) + text.slice(at + length)
}

function part(dice: Dice, text: string): string {
  const at = dice.below(text.length + 1)
  return text.slice(at, at + 1 + dice.below(30))
}

const head = (dice: Dice, text: string): string => text.slice(0, dice.below(text.length + 1))
const tail = (dice: Dice, text: string): string => text.slice(dice.below(text.length + 1))
