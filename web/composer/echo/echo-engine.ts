import { effect } from '@preact/signals'
import type { Typesetters } from '../../../markdown/context.ts'
import type { Linkifier } from '../../../markdown/linkifiers/linkifier.ts'
import { render } from '../../../markdown/render.ts'
import { loadPart } from '../../kernel/load-part.ts'
import { state } from '../../kernel/state.ts'
import { echoContext } from './echo-context.ts'

// A chunk of its own: see load-engine.ts. What few texts need is loaded when one of them does.

type SetEngine = (render: (source: string) => string) => void

const typesetters: { -readonly [K in keyof Typesetters]: Typesetters[K] | null } = { math: null, highlight: null }
let linkifiers: readonly Linkifier[] = []
let setEngine: SetEngine = () => {}

const parts = {
  math: async () => {
    typesetters.math = (await loadPart(() => import('../../../markdown/math/katex.ts'))).typesetMath
  },
  highlight: async () => {
    typesetters.highlight = (await loadPart(() => import('../../../markdown/code/highlighter.ts'))).highlight
  },
}
const asked = new Set<keyof typeof parts>()

/** The text is shown without it until it is there. */
function askFor(part: keyof typeof parts): undefined {
  if (asked.has(part)) return
  asked.add(part)
  parts[part]().then(renew, () => asked.delete(part))
}

const lazy: Typesetters = {
  math: (tex, display) => (typesetters.math ? typesetters.math(tex, display) : askFor('math')),
  highlight: (code, language) => (typesetters.highlight ? typesetters.highlight(code, language) : askFor('highlight')),
}

/** Another function, so that everything that shows its results asks again. */
const renew = (): void => setEngine((source) => render(source, echoContext(lazy, linkifiers)).html)

async function compileLinkifiers(sources: readonly { id: number; pattern: string; url_template: string }[]) {
  const { compileLinkifier, patternProblem } = await loadPart(
    () => import('../../../markdown/linkifiers/compile-linkifier.ts'),
  )
  linkifiers = sources
    .filter(({ pattern }) => patternProblem(pattern) === undefined)
    .map(({ id, pattern, url_template }) => compileLinkifier({ id, pattern, urlTemplate: url_template }))
  renew()
}

/** Renders by what the app knows of the organization. */
export function startEngine(set: SetEngine): void {
  setEngine = set
  renew()
  let last: unknown
  effect(() => {
    const sources = state.value?.realm_linkifiers
    if (!sources || sources === last) return
    last = sources
    if (sources.length > 0) compileLinkifiers(sources).catch(() => undefined)
  })
}
