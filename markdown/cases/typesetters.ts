import { highlight } from '../code/highlighter.ts'
import type { Typesetters } from '../context.ts'
import { typesetMath } from '../math/katex.ts'

/** Those of the server, loaded at once. */
export const typesetters: Typesetters = { math: typesetMath, highlight }
