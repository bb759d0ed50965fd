import type { Typesetters } from '../../markdown/context.ts'

/** Loaded on demand, as in a web page: few messages have code or formulas, and both are large. */
export async function loadTypesetters(): Promise<Typesetters> {
  const [{ highlight }, { typesetMath }] = await Promise.all([
    import('../../markdown/code/highlighter.ts'),
    import('../../markdown/math/katex.ts'),
  ])
  return { highlight, math: typesetMath }
}
