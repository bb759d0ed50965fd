import type { Typesetters } from '../../markdown/context.ts'

const NONE: Typesetters = { math: () => undefined, highlight: () => undefined }

let loaded: Promise<Typesetters> | undefined

/** Few texts hold a formula or code, and what sets them is large: for the others there is none. */
export const typesettersFor = (source: string, defaultLanguage: string): Typesetters | Promise<Typesetters> =>
  /\$\$|```|~~~/.test(source) || (defaultLanguage !== '' && source.includes('    ')) ? loadTypesetters() : NONE

/** Loading takes longer than any request may be held up: a server does it before the first one comes. */
export function loadTypesetters(): Promise<Typesetters> {
  loaded ??= Promise.all([import('../../markdown/code/highlighter.ts'), import('../../markdown/math/katex.ts')]).then(
    ([{ highlight }, { typesetMath }]) => ({ highlight, math: typesetMath }),
  )
  return loaded
}
