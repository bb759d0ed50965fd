import { loadTypesetters } from './load-typesetters.ts'
import { type RenderedText, renderEverything } from './rendered.ts'

/** The functions of the page for its test. */
interface Page {
  renderEverything(seed: number, generated: number): Promise<RenderedText[]>
  /** Parses and serializes HTML in this browser. */
  readAndWritten(html: string): string
}

declare global {
  var page: Page
}

globalThis.page = {
  renderEverything: async (seed, generated) => renderEverything(await loadTypesetters(), seed, generated),
  readAndWritten(html) {
    const { body } = new DOMParser().parseFromString('', 'text/html')
    body.innerHTML = html
    return body.innerHTML
  },
}
