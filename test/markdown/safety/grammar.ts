import { corpus } from './corpus.ts'
import type { Dice } from './dice.ts'
import { ADDRESSES, CODE, LANGUAGES, MATCHES, PICTURES, PROSE, REFERENCES, SPECIAL, TEX, TIMES } from './words.ts'

type Writer = (dice: Dice, depth: number) => string

/** A text with the whole vocabulary, with nested constructs and sometimes a missing end. */
export const written: Writer = (dice) => {
  const start = dice.once(12) ? dice.pick(['/me ', '/poll ', '/todo ', '\n\n', '   ']) : ''
  return start + dice.some(3, () => block(dice, 0), dice.pick(['\n', '\n\n', '\n\n', '\n \n']))
}

const block: Writer = (dice, depth) => {
  const write = dice.pick(depth < 2 || dice.once(depth) ? BLOCKS : SIMPLE_BLOCKS)
  const text = write(dice, depth + 1)
  return dice.once(25) ? text.slice(0, dice.below(text.length)) : text
}

const inline: Writer = (dice, depth) =>
  dice.some(depth < 3 ? 4 : 2, () => piece(dice, depth), dice.pick([' ', ' ', ' ', '', '\n', ', ']))

const piece: Writer = (dice, depth) => {
  const write = dice.pick(depth < 2 || dice.once(depth) ? PIECES : SIMPLE_PIECES)
  const text = write(dice, depth + 1)
  if (!dice.once(40)) return text
  return dice.pick([text.slice(0, -1), text.slice(1), text + text, text + dice.pick(SPECIAL)])
}

const oneLine: Writer = (dice, depth) => inline(dice, depth).replaceAll('\n', ' ')

const indented = (text: string, first: string, rest: string): string => first + text.replaceAll('\n', `\n${rest}`)

function fenced(dice: Dice, word: string, content: string): string {
  const fence = dice.pick(['```', '```', '~~~', '````', '~~~~~'])
  return `${fence}${word}\n${content}\n${dice.once(10) ? dice.pick(['', '``', '~~~']) : fence}`
}

const SIMPLE_BLOCKS: readonly Writer[] = [
  inline,
  inline,
  (dice, depth) => `${'#'.repeat(1 + dice.below(8))}${dice.once(6) ? '' : ' '}${oneLine(dice, depth)}`,
  (dice) =>
    fenced(
      dice,
      dice.pick(LANGUAGES),
      dice.some(3, () => dice.pick(CODE), '\n'),
    ),
  (dice) => indented(dice.pick(CODE), '    ', '    '),
  (dice) => fenced(dice, 'math', dice.pick(TEX)),
  (dice) => dice.pick(['---', '***', '___', '- - -', '--', '----- x']),
  (dice) => dice.pick(corpus),
]

const BLOCKS: readonly Writer[] = [
  ...SIMPLE_BLOCKS,
  (dice, depth) => indented(block(dice, depth), '> ', dice.once(4) ? '' : '> '),
  (dice, depth) => fenced(dice, dice.pick(['quote', 'quoted', ' quote']), block(dice, depth)),
  (dice, depth) => fenced(dice, `spoiler ${oneLine(dice, depth)}`, block(dice, depth)),
  (dice, depth) => fenced(dice, 'spoiler', block(dice, depth)),
  (dice, depth) => dice.some(3, () => listItem(dice, depth), dice.pick(['\n', '\n', '\n\n'])),
  (dice, depth) => dice.some(3, () => listItem(dice, depth), '\n'),
  (dice, depth) => table(dice, depth),
]

const listItem: Writer = (dice, depth) => {
  const mark = dice.pick(['- ', '* ', '+ ', '1. ', '3. ', '7) ', '-', '99999999999. '])
  return indented(block(dice, depth), mark, ' '.repeat(dice.pick([1, 2, 2, 3, 4])))
}

const table: Writer = (dice, depth) => {
  const columns = 1 + dice.below(3)
  const row = () => `| ${Array.from({ length: columns }, () => oneLine(dice, depth)).join(' | ')} |`
  const rule = Array.from({ length: columns }, () => dice.pick(['---', ':--', ':-:', '--:', '-'])).join('|')
  return `${row()}\n|${rule}|\n${dice.some(3, row, '\n')}`
}

const SIMPLE_PIECES: readonly Writer[] = [
  (dice) => dice.pick(PROSE),
  (dice) => dice.pick(PROSE),
  (dice) => dice.pick(REFERENCES),
  (dice) => dice.pick(PICTURES),
  (dice) => dice.pick(ADDRESSES),
  (dice) => dice.pick(MATCHES),
  (dice) => dice.pick(SPECIAL),
  (dice) => `$$${dice.pick(TEX)}$$`,
  (dice) => `<time:${dice.pick(TIMES)}>`,
  (dice) => `\`${dice.pick(CODE)}\``,
]

const PIECES: readonly Writer[] = [
  ...SIMPLE_PIECES,
  (dice, depth) => `*${inline(dice, depth)}*`,
  (dice, depth) => `**${inline(dice, depth)}**`,
  (dice, depth) => `***${inline(dice, depth)}***`,
  (dice, depth) => `~~${inline(dice, depth)}~~`,
  (dice, depth) => `[${inline(dice, depth)}](${dice.pick(ADDRESSES)})`,
  (dice, depth) => `[${inline(dice, depth)}](${dice.pick(ADDRESSES)} "${inline(dice, depth)}")`,
  (dice, depth) => `![${inline(dice, depth)}](${dice.pick(ADDRESSES)})`,
  (dice, depth) => `(${inline(dice, depth)})`,
]
