import type { RenderContext } from '../../../markdown/context.ts'
import { render } from '../../../markdown/render.ts'
import { type Rendering, TooCostly } from '../../../markdown/rendering.ts'
import { unsafeIn } from './check-html.ts'

/** The maximum growth: characters of output per character of source, for the whole text. */
const GROWTH = 400
const SMALLEST = 20_000

/** The first problem with the rendering of any text. Undefined if there is none. */
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
