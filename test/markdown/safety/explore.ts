import type { RenderContext } from '../../../markdown/context.ts'
import type { GeneratedText } from './generate.ts'
import { brokenBy } from './invariants.ts'
import { shrunk } from './shrink.ts'

export interface Failure extends GeneratedText {
  /** The shortest text found with the same fault. */
  readonly smallest: string
  readonly broken: string
}

const ENOUGH = 5

/** The first few texts that break an invariant. */
export function failuresAmong(texts: Iterable<GeneratedText>, context: RenderContext): Failure[] {
  const failures: Failure[] = []
  for (const { seed, source } of texts) {
    const broken = brokenBy(source, context)
    if (broken === undefined) continue
    const kind = kindOf(broken)
    const smallest = shrunk(source, (text) => kindOf(brokenBy(text, context) ?? '') === kind)
    failures.push({ seed, source, smallest, broken: brokenBy(smallest, context) ?? broken })
    if (failures.length === ENOUGH) break
  }
  return failures
}

const kindOf = (broken: string): string => broken.slice(0, 25)
