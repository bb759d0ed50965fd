import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typesetters } from '../markdown/cases/typesetters.ts'
import { written } from '../markdown/safety/check-html.ts'
import { difference } from '../markdown/safety/difference.ts'
import { bundled } from './bundle.ts'
import { PATIENCE, startBrowser } from './chromium.ts'
import { type RenderedText, renderEverything } from './rendered.ts'

const SEED = Number(process.env['PARLEY_TEST_SEED'] ?? 20_260)
const GENERATED = 2_000
/** The number of differences to show. */
const SHOWN = 5
const ORIGIN = 'https://page.example'

let browser: Browser | undefined
let page: Page
let here: RenderedText[]
let there: RenderedText[]

beforeAll(async () => {
  const chunks = await bundled('test/browser/page.ts', false)
  const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk.code]))
  browser = await startBrowser()
  page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  // Everything comes from memory. There is no server, and no other request is allowed.
  await page.route('**/*', async (route) => {
    const file = new URL(route.request().url()).pathname.slice(1)
    const script = files.get(file)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    if (file === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><meta charset="utf-8">' })
    return route.abort()
  })
  await page.goto(`${ORIGIN}/`)
  await page.addScriptTag({ url: `${ORIGIN}/entry.js`, type: 'module' })
  here = renderEverything(typesetters, SEED, GENERATED)
  there = await page.evaluate(([seed, count]) => globalThis.page.renderEverything(seed, count), [
    SEED,
    GENERATED,
  ] as const)
})

afterAll(() => browser?.close())

test('a browser renders every case and every generated text like the server', () => {
  expect(there.map(({ name }) => name)).toEqual(here.map(({ name }) => name))
  expect(here.length).toBeGreaterThan(GENERATED)
  const different = here.flatMap((one, i) =>
    one.said === there[i]?.said ? [] : [`${one.name}: ${difference(one.said, there[i]?.said ?? '')}`],
  )
  expect(different.slice(0, SHOWN)).toEqual([])
})

test('a browser that parses and serializes the HTML changes nothing', async () => {
  const htmls = here.flatMap(({ said }) => (said === 'too costly' ? [] : [(JSON.parse(said) as { html: string }).html]))
  // Lone surrogates cannot be passed to the browser.
  const whole = htmls.filter((html) => html.isWellFormed())
  const read = await page.evaluate((list) => list.map((html) => globalThis.page.readAndWritten(html)), whole)
  const again = read.map(written)
  const different = whole.flatMap((html, i) => (html === again[i] ? [] : [difference(html, again[i] ?? '')]))
  expect(again.length).toBeGreaterThan(GENERATED / 2)
  expect(different.slice(0, SHOWN)).toEqual([])
})
