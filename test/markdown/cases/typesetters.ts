import { highlight } from '../../../markdown/code/highlighter.ts'
import type { Typesetters } from '../../../markdown/context.ts'
import { typesetMath } from '../../../markdown/math/katex.ts'

/** Those of the server, loaded at once. */
export const typesetters: Typesetters = { math: typesetMath, highlight }
