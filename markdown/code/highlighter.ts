import core from 'highlight.js/lib/core'
import { GRAMMARS } from './grammars.ts'
import { grammarFor } from './languages.ts'
import { TokenWriter } from './token-writer.ts'

const highlighter = core.newInstance()
highlighter.configure({ __emitter: TokenWriter })
for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar)

/** Code → HTML of its parts; undefined when there is no grammar for the language. */
export function highlight(code: string, language: string): string | undefined {
  const grammar = grammarFor(language)
  if (grammar === undefined) return undefined
  const { value, errorRaised } = highlighter.highlight(code, { language: grammar, ignoreIllegals: true })
  return errorRaised === undefined ? value : undefined
}
