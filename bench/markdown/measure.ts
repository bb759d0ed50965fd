import type { RenderContext } from '../../markdown/context.ts'
import { render } from '../../markdown/render.ts'
import { TooCostly } from '../../markdown/rendering.ts'

/** Messages per second, measured over about this many milliseconds. */
export function rateOf(messages: readonly string[], context: RenderContext, milliseconds: number): number {
  const start = performance.now()
  let rendered = 0
  while (performance.now() - start < milliseconds) {
    for (const message of messages) render(message, context)
    rendered += messages.length
  }
  return (rendered * 1000) / (performance.now() - start)
}

/** Milliseconds for one text, the best of several tries, because disturbances only add time. */
export function costOf(text: string, context: RenderContext, tries: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let left = tries; left > 0; left -= 1) {
    const start = performance.now()
    attempt(text, context)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** A refused text counts with its cost up to the refusal. */
function attempt(text: string, context: RenderContext): void {
  try {
    render(text, context)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
  }
}
