import type { Browser, BrowserContextOptions } from 'playwright-core'
import { getMessages } from '../../api/endpoints/messages.ts'
import type { Client } from '../../client/client.ts'
import { signIn } from '../demo/organization.ts'
import { emailOf, PASSWORD } from '../demo/people.ts'
import { UPGRADE } from '../demo/talk/infra.ts'
import { STATION } from '../demo/talk/product.ts'
import { SWITCH_DAY } from '../demo/talk/switch-day.ts'
import type { Cable } from './cable.ts'
import { type Places, type Screen, SIZES, type Size } from './screen.ts'

const PATIENCE = 30_000
const MAX_MESSAGES = 1_000

export interface Shot {
  readonly screen: Screen
  readonly size: Size
  readonly theme: 'light' | 'dark'
}

/** A browser in which Mara, the main person of the demo, is signed in. */
export interface Camera {
  readonly browser: Browser
  readonly places: Places
  readonly state: NonNullable<BrowserContextOptions['storageState']>
}

export async function setUpCamera(browser: Browser, cable: Cable, mara: Client): Promise<Camera> {
  return { browser, places: await findPlaces(cable, mara), state: await signedIn(browser, cable.url) }
}

/** A picture of a screen, also if the page does not get there. */
export async function shoot(camera: Camera, shot: Shot): Promise<{ picture: Buffer; problem?: string }> {
  const { browser, places, state } = camera
  const { screen, size, theme } = shot
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    ...(!screen.isSignedOut && { storageState: state }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  try {
    await screen.show(page, places)
    await page.waitForFunction(areVisibleImagesLoaded)
    return { picture: await page.screenshot() }
  } catch (error) {
    return { picture: await page.screenshot(), problem: String(error).split('\n')[0] ?? '' }
  } finally {
    places.cable.plugIn()
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

/** The newest messages of Mara that a term finds. */
export async function findMessages(mara: Client, operator: string, operand: string) {
  const newest = { anchor: 'newest', num_before: MAX_MESSAGES, num_after: 0 } as const
  return (await mara.call(getMessages, { ...newest, narrow: [{ operator, operand, negated: false }] })).messages
}

function encoded(topic: string): string {
  return encodeURIComponent(topic).replaceAll('.', '%2E').replaceAll('%', '.')
}

async function fragmentOf(mara: Client, topic: string): Promise<string> {
  const [message] = await findMessages(mara, 'topic', topic)
  return `#narrow/channel/${message?.stream_id}/topic/${encoded(topic)}`
}

async function findPlaces(cable: Cable, mara: Client): Promise<Places> {
  const others = await Promise.all((['amina', 'noa', 'lars-erik'] as const).map((key) => signIn(cable.url, key)))
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

async function signedIn(browser: Browser, url: string): Promise<Camera['state']> {
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
