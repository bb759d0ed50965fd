import { type Search, type SearchWord, wantedOf } from './parse-search.ts'
import { fold, formsOf } from './word-forms.ts'
import { type Piece, piecesOf } from './word-pieces.ts'

const OPEN = '<span class="highlight">'
const CLOSE = '</span>'

/** A tag, an entity, or text between them. Formulas must not contain other tags. */
const PARTS = /<math[\s>].*?<\/math>|<[^>]*>|&[#\w]+;|[^<&]+|./gs

/** Marks what was searched for in HTML, but not inside of tags. */
export function highlight(html: string, search: Search): string {
  const wanted = wantedOf(search)
  return html.replace(PARTS, (part) => (/^[<&]/.test(part) ? part : inText(part, wanted)))
}

function inText(text: string, wanted: readonly SearchWord[]): string {
  let html = ''
  let end = 0
  for (const [from, to] of hitsIn(text, wanted)) {
    html += `${text.slice(end, from)}${OPEN}${text.slice(from, to)}${CLOSE}`
    end = to
  }
  return end === 0 ? text : html + text.slice(end)
}

type Range = readonly [from: number, to: number]

function* hitsIn(text: string, wanted: readonly SearchWord[]): Generator<Range> {
  for (const piece of piecesOf(text)) {
    if (piece.isUnspaced) yield* runsIn(piece, wanted)
    else if (wanted.some((one) => isHit(piece.text, one))) yield [piece.index, piece.index + piece.text.length]
  }
}

function isHit(word: string, wanted: SearchWord): boolean {
  if (wanted.kind !== 'word') return false
  const { folded, stems, isStopWord } = formsOf(word)
  if (isStopWord) return false
  if (isBeginningOf(wanted, folded) || stems.some((stem) => isBeginningOf(wanted, stem))) return true
  return wanted.stems.some((stem) => stem === folded || stems.includes(stem))
}

const isBeginningOf = ({ folded, isBeginning }: Extract<SearchWord, { kind: 'word' }>, form: string): boolean =>
  isBeginning ? form.startsWith(folded) : form === folded

/** SearchWord characters in a row. Those that touch or overlap become one. */
function* runsIn({ text, index }: Piece, wanted: readonly SearchWord[]): Generator<Range> {
  const characters = Array.from(text)
  // A character may become several without its accents.
  const folded = characters.flatMap((character, at) => Array.from(fold(character), (part) => ({ part, at })))
  const isMarked = characters.map(() => false)
  for (const one of wanted)
    if (one.kind === 'characters')
      for (let from = 0; from + one.characters.length <= folded.length; from += 1)
        if (one.characters.every((character, n) => folded[from + n]!.part === character))
          isMarked.fill(true, folded[from]!.at, folded[from + one.characters.length - 1]!.at + 1)
  let position = index
  let start: number | undefined
  for (const [n, character] of characters.entries()) {
    if (isMarked[n]) start ??= position
    else if (start !== undefined) {
      yield [start, position]
      start = undefined
    }
    position += character.length
  }
  if (start !== undefined) yield [start, position]
}
