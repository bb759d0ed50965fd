import { loadTypesetters } from './load-typesetters.ts'
import { type Rendered, renderEverything } from './rendered.ts'

/** What the page offers to the test that drives it. */
interface Page {
  renderEverything(seed: number, generated: number): Promise<Rendered[]>
  /** What this browser makes of HTML when it reads and writes it. */
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
