import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import type { Notes } from '../notes.ts'

/** Limits for all formulas of a message, because typesetting costs far more than reading the characters. */
const CHARACTERS = 1500
const FORMULAS = 100
/** An empty cell is one character to type and half a kilobyte to show. */
const CHARACTERS_PER_CELL = 4

/** A formula in HTML. Invalid TeX, or too much of it, is shown as typed. */
export function formulaHtml(tex: string, isDisplay: boolean, notes: Notes): string {
  const source = isDisplay ? tex : `$$${tex}$$`
  const html = typeset(tex, isDisplay, notes) ?? element('span', { class: 'tex-error' }, escapeText(source))
  // Each formula is typeset once, but a short one that is repeated can still produce much output.
  notes.pay(html.length)
  return html
}

function typeset(tex: string, isDisplay: boolean, notes: Notes): string | undefined {
  const { formulas } = notes.typeset
  const key = `${isDisplay} ${tex}`
  if (formulas.has(key)) return formulas.get(key)
  const weight = tex.length + (tex.split('&').length - 1) * (CHARACTERS_PER_CELL - 1)
  if (formulas.size >= FORMULAS || notes.typeset.mathCharacters + weight > CHARACTERS) return undefined
  notes.typeset.mathCharacters += weight
  const html = notes.context.typesetters.math(tex, isDisplay)
  formulas.set(key, html)
  return html
}
