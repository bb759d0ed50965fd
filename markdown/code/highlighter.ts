import type { Mode } from 'highlight.js'
import core from 'highlight.js/lib/core'
import { GRAMMARS } from './grammars.ts'
import { grammarFor } from './language-grammars.ts'
import { TokenWriter } from './token-writer.ts'

const highlighter = core.newInstance()
highlighter.configure({ __emitter: TokenWriter })
for (const [name, grammar] of Object.entries(GRAMMARS))
  highlighter.registerLanguage(name, (library) => withoutGuessing(grammar(library)))

/**
 * Switches off language detection for code inside strings. Trying a dozen grammars on each of a thousand strings takes
 * a third of a second.
 */
function withoutGuessing<T extends Partial<Mode>>(mode: T, seen = new Set<unknown>()): T {
  if (seen.has(mode)) return mode
  seen.add(mode)
  if (Array.isArray(mode.subLanguage)) delete mode.subLanguage
  for (const part of mode.contains ?? []) if (part !== 'self') withoutGuessing(part, seen)
  return mode
}

/** Highlights code as HTML. Undefined if there is no grammar for the language. */
export function highlight(code: string, language: string): string | undefined {
  const grammar = grammarFor(language)
  if (grammar === undefined) return undefined
  const { value, errorRaised } = highlighter.highlight(code, { language: grammar, ignoreIllegals: true })
  return errorRaised === undefined ? value : undefined
}
