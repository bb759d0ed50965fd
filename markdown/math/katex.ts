import katex from 'katex'
import { asWrittenByBrowsers } from './katex-markup.ts'

/** Commands that define other commands. With them an author could turn one line into a page of output. */
const DEFINING: ReadonlySet<string> = new Set(
  ['def', 'gdef', 'edef', 'xdef', 'let', 'futurelet', 'newcommand', 'renewcommand', 'providecommand'].map(
    (name) => `\\${name}`,
  ),
)

function definesCommands(tex: string): boolean {
  for (const [command] of tex.matchAll(/\\(?:[A-Za-z]+|[\s\S])/g)) if (DEFINING.has(command)) return true
  return false
}

/** TeX to HTML. Undefined if it is not valid TeX. */
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
    // Not only ParseErrors: some mistakes throw a plain Error, and deeply nested groups overflow the stack.
    return undefined
  }
}
