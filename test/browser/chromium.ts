import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.ts'

export const PHONE = { width: 360, height: 740 }

/** Milliseconds for what a busy machine takes its time for. */
export const PATIENCE = Number(process.env['PARLEY_TEST_PATIENCE'] ?? 180_000)

/**
 * What Playwright turns off (its own list would be replaced), and the suggestions of the address bar: a page of their own
 * for each context, which takes a fifth of the processor while it starts.
 */
const DISABLED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/**
 * A browser that ends while it writes a file of its own leaves it behind. So it has a folder for them, which is removed
 * after the test run.
 */
function ownFolder(): { readonly env?: NodeJS.ProcessEnv } {
  const run = process.env['PARLEY_TEST_FOLDER']
  if (run === undefined) return {}
  const folder = join(run, 'browsers')
  mkdirSync(folder, { recursive: true })
  return { env: { ...process.env, TMPDIR: folder } }
}

/** Starts a headless browser without background network requests. */
export function startBrowser(executablePath: string | undefined = findChromium()): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('There is no Chromium: run this test by npm test, which provides it.')
  const quiet = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${DISABLED.join()}`,
  ]
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...quiet, '--no-first-run', '--disable-audio-output', ...asRoot]
  return chromium.launch({ executablePath, args, ...ownFolder() })
}

/** A page on a phone, in a browser without script. */
export async function openOnPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  return page
}

/** The right edge of the widest element. If it is outside the screen, people have to scroll sideways. */
export async function widestIn(page: Page): Promise<number> {
  const boxes = await Promise.all((await page.locator('body *:visible').all()).map((one) => one.boundingBox()))
  return Math.max(...boxes.map((box) => (box ? box.x + box.width : 0)))
}

/** Where to put pictures of the pages, for people who want to look at them. */
const PICTURES = process.env['PARLEY_TEST_PICTURES']

export async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}
