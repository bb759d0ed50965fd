import type { MarkdownIt } from 'markdown-it'
import { element } from '../html/tag.ts'
import { formulaHtml } from '../math/formula.ts'
import { notesOf } from '../notes.ts'
import { lineStart } from './lines.ts'

/** A fence of formulas, separated by blank lines. */
export function mathBlock(engine: MarkdownIt): void {
  engine.renderer.rules['math_block'] = (tokens, index, _options, env) =>
    lineStart(tokens, index) +
    formulasIn(tokens[index]!.content)
      .map((tex) => `${element('p', {}, formulaHtml(tex, true, notesOf({ env })))}\n`)
      .join('')
}

function formulasIn(content: string): string[] {
  const formulas: string[] = []
  let lines: string[] = []
  for (const line of [...content.split('\n'), '']) {
    if (line.trim() !== '') lines.push(line)
    else if (lines.length > 0) {
      formulas.push(lines.join('\n'))
      lines = []
    }
  }
  return formulas
}
