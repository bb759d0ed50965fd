import type { MarkdownIt } from 'markdown-it'
import { formulaHtml } from '../math/formula.ts'
import { notesOf } from '../notes.ts'
import type { InlineState } from './inline-state.ts'
import { atSign } from './signs.ts'

const isWord = (character: string | undefined): boolean => character !== undefined && /[A-Za-z0-9_]/.test(character)

/** `$$x^2$$`, on one line and not next to a word. */
export function math(engine: MarkdownIt): void {
  atSign(engine, '$', 'math', readMath)
  engine.renderer.rules['math_inline'] = (tokens, index, _options, env) =>
    formulaHtml(tokens[index]!.content, false, notesOf({ env }))
}

function readMath(state: InlineState): boolean {
  const end = mathEnd(state.src, state.pos)
  if (end === undefined || end > state.posMax) return false
  state.push('math_inline', '', 0).content = state.src.slice(state.pos + 2, end - 2)
  state.pos = end
  return true
}

/** The end of the formula that starts here. Undefined if none does. */
export function mathEnd(text: string, start: number): number | undefined {
  if (!text.startsWith('$$', start) || text[start - 1] === '$' || isWord(text[start - 1])) return undefined
  const first = text[start + 2]
  if (first === undefined || first === '_' || first === '$' || first === '\n') return undefined
  let position = start + 2
  while (position < text.length && text[position] !== '$' && text[position] !== '\n') {
    position += text.startsWith('\\$', position) ? 2 : 1
  }
  if (!text.startsWith('$$', position)) return undefined
  const next = text[position + 2]
  return next === '$' || isWord(next) ? undefined : position + 2
}
