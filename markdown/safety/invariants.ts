import type { RenderContext } from '../context.ts'
import { render } from '../render.ts'
import { type Rendering, TooCostly } from '../rendering.ts'
import { unsafeIn } from './check-html.ts'

/** No construct makes more of its source than this, in characters for each character, and of all of it at once. */
const GROWTH = 400
const SMALLEST = 20_000

/** What is wrong with the rendering of a text, whatever the text; undefined when nothing is. */
export function brokenBy(source: string, context: RenderContext): string | undefined {
  const first = outcome(source, context)
  if (first instanceof Error) return first instanceof TooCostly ? undefined : `it throws ${first.stack}`
  const second = outcome(source, context)
  if (second instanceof Error || JSON.stringify(first) !== JSON.stringify(second)) return 'the second time it differs'
  const { html } = first
  if (html.length > Math.max(SMALLEST, GROWTH * source.length)) return `its HTML has ${html.length} characters`
  return unsafeIn(html)
}

function outcome(source: string, context: RenderContext): Rendering | Error {
  try {
    return render(source, context)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
