import type { RenderContext, Typesetters } from '../../markdown/context.ts'
import { render } from '../../markdown/render.ts'
import { TooCostly } from '../../markdown/rendering.ts'
import { cases, contextOf } from '../markdown/cases/all.ts'
import { adversarial } from '../markdown/safety/adversarial.ts'
import { corpus } from '../markdown/safety/corpus.ts'
import { fromGrammar, fromMutation } from '../markdown/safety/generate.ts'
import { linkifiedWorld } from '../markdown/safety/linkified-world.ts'

/** The length of an expensive text. */
const HARD = 2_500

export interface RenderedText {
  readonly name: string
  /** All properties of the rendering as JSON, which unlike text preserves lone surrogates. */
  readonly said: string
}

/** Renders all cases and this many generated texts. The results are equal on both sides if the engine is. */
export function renderEverything(typesetters: Typesetters, seed: number, generated: number): RenderedText[] {
  const plain = contextOf({ world: linkifiedWorld }, typesetters)
  const sources = [...cases.map(({ source }) => source), ...corpus]
  return [
    ...cases.map((one) => ({ name: one.name, said: said(one.source, contextOf(one, typesetters)) })),
    ...Object.entries(adversarial).map(([name, write]) => ({ name, said: said(write(HARD), plain) })),
    ...[...fromGrammar(seed, generated / 2), ...fromMutation(seed, generated / 2, sources)].map((one) => ({
      name: `generated from ${one.seed}: ${JSON.stringify(one.source)}`,
      said: said(one.source, plain),
    })),
  ]
}

function said(source: string, context: RenderContext): string {
  try {
    return JSON.stringify(render(source, context))
  } catch (error) {
    if (error instanceof TooCostly) return 'too costly'
    throw error
  }
}
