// Writes pictures of the screens of the web app, with the people of the demo:
// npm run shots -- [folder] [part of a name], or npm run shots -- --readme for the picture of the README
import { cpSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { getMessages } from '../../api/endpoints/messages.ts'
import type { Client } from '../../client/client.ts'
import { startBrowser } from '../../test/browser/chromium.ts'
import { provideChromium } from '../chromium.ts'
import { signIn } from '../demo/organization.ts'
import { emailOf, PASSWORD } from '../demo/people.ts'
import { UPGRADE } from '../demo/talk/infra.ts'
import { STATION } from '../demo/talk/product.ts'
import { SWITCH_DAY } from '../demo/talk/switch-day.ts'
import { root } from '../tools.ts'
import { layCable } from './cable.ts'
import { startDemo } from './demo-process.ts'
import { type Places, type Screen, SIZES, type Size } from './screen.ts'
import { SCREENS } from './screens.ts'

const THEMES = ['light', 'dark'] as const
const README_PICTURE = join(root, 'docs', 'images', 'app.png')
const PATIENCE = 30_000
const MOST = 1_000
const newest = { anchor: 'newest', num_before: MOST, num_after: 0 } as const

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } })
const [folderName = '.cache/shots', wanted = ''] = positionals
const folder = resolve(folderName)
mkdirSync(folder, { recursive: true })
await provideChromium()
const demo = await startDemo()
const cable = await layCable(demo.url)
const browser = await startBrowser()
try {
  const mara = (await signIn(demo.url, 'mara')).client
  const unread = await unreadIds(mara)
  const places = await findPlaces(demo.url, mara)
  const state = await signedIn(browser, cable.url)
  for (const { screen, size, theme } of chosenShots()) {
    await mara.call(updateMessageFlags, { messages: unread, op: 'remove', flag: 'read' })
    await shoot(screen, size, theme, screen.isSignedOut ? {} : { storageState: state }, places)
  }
  if (values.readme) cpSync(join(folder, '01-conversation-light.png'), README_PICTURE)
} finally {
  await browser.close()
  await cable.close()
  await demo.stop()
}

interface Shot {
  readonly screen: Screen
  readonly size: Size
  readonly theme: (typeof THEMES)[number]
}

function chosenShots(): Shot[] {
  const shots = SCREENS.filter(({ name }) => name.includes(wanted)).flatMap((screen) =>
    screen.sizes.flatMap((size) => THEMES.map((theme) => ({ screen, size, theme }))),
  )
  return values.readme ? shots.slice(0, 1) : shots
}

type State = Pick<BrowserContextOptions, 'storageState'>

async function shoot(screen: Screen, size: Size, theme: (typeof THEMES)[number], state: State, places: Places) {
  const file = join(folder, `${screen.name}-${size === 'desk' ? '' : `${size}-`}${theme}.png`)
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    ...state,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  try {
    await screen.show(page, places)
    await page.waitForFunction(areVisibleImagesLoaded)
    await page.screenshot({ path: file })
    console.log(file)
  } catch (error) {
    process.exitCode = 1
    await page.screenshot({ path: file.replace('.png', '-failed.png') }).catch(() => {})
    console.log(`${file} failed: ${String(error).split('\n')[0]}`)
  } finally {
    cable.plugIn()
    await context.close()
  }
}

/** Runs in the page. Images above and below the visible part are not loaded at all. */
function areVisibleImagesLoaded(): boolean {
  const isAway = ({ top, bottom }: DOMRect) => top > innerHeight || bottom < 0
  return [...document.images].every(
    (one) => one.complete || !one.checkVisibility() || isAway(one.getBoundingClientRect()),
  )
}

async function unreadIds(mara: Client): Promise<number[]> {
  const { messages } = await mara.call(getMessages, {
    ...newest,
    narrow: [{ operator: 'is', operand: 'unread', negated: false }],
  })
  return messages.map(({ id }) => id)
}

function encoded(topic: string): string {
  return encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.')
}

async function fragmentOf(mara: Client, topic: string): Promise<string> {
  const { messages } = await mara.call(getMessages, {
    ...newest,
    narrow: [{ operator: 'topic', operand: topic, negated: false }],
  })
  return `#narrow/channel/${messages[0]?.stream_id}/topic/${encoded(topic)}`
}

async function findPlaces(url: string, mara: Client): Promise<Places> {
  const others = await Promise.all((['amina', 'noa', 'lars-erik'] as const).map((key) => signIn(url, key)))
  const ids = others.map(({ id }) => id).sort((one, other) => one - other)
  return {
    cable,
    url: cable.url,
    topic: await fragmentOf(mara, UPGRADE),
    widgets: await fragmentOf(mara, SWITCH_DAY),
    pictures: await fragmentOf(mara, STATION),
    group: `#narrow/dm/${ids.join(',')}-group`,
  }
}

async function signedIn(browser: Browser, url: string): Promise<NonNullable<State['storageState']>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/login/`)
  await page.getByLabel('Email').fill(emailOf('mara'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
