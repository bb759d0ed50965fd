import type { Typesetters } from '../../markdown/context.ts'

const NONE: Typesetters = { math: () => undefined, highlight: () => undefined }

let loaded: Promise<Typesetters> | undefined

/** Few texts hold a formula or code, and what sets them is large: it is loaded for the first that may. */
export const typesettersFor = (source: string, defaultLanguage: string): Typesetters | Promise<Typesetters> =>
  /\$\$|```|~~~/.test(source) || (defaultLanguage !== '' && source.includes('    ')) ? load() : NONE

function load(): Promise<Typesetters> {
  loaded ??= Promise.all([import('../../markdown/code/highlighter.ts'), import('../../markdown/math/katex.ts')]).then(
    ([{ highlight }, { typesetMath }]) => ({ highlight, math: typesetMath }),
  )
  return loaded
}
