import katex from 'katex'
import { asWrittenByBrowsers } from './katex-markup.ts'

/** With commands of his own, an author could make a page out of a line. */
const DEFINING: ReadonlySet<string> = new Set(
  ['def', 'gdef', 'edef', 'xdef', 'let', 'futurelet', 'newcommand', 'renewcommand', 'providecommand'].map(
    (name) => `\\${name}`,
  ),
)

function definesCommands(tex: string): boolean {
  for (const [command] of tex.matchAll(/\\(?:[A-Za-z]+|[\s\S])/g)) if (DEFINING.has(command)) return true
  return false
}

/** TeX → HTML; undefined when it is no TeX. */
export function typesetMath(tex: string, display: boolean): string | undefined {
  if (definesCommands(tex)) return undefined
  try {
    return asWrittenByBrowsers(
      katex.renderToString(tex, {
        displayMode: display,
        maxExpand: 200,
        maxSize: 20,
        output: 'htmlAndMathml',
        strict: 'ignore',
        throwOnError: true,
        trust: false,
      }),
    )
  } catch {
    // Not only ParseErrors: some mistakes end in a plain Error, and groups that lie too deep in one another end the stack.
    return undefined
  }
}
