import type { Page } from 'playwright-core'
import { UPGRADE } from '../demo/talk/infra.ts'
import { CHANNEL_SCREENS } from './channel-screens.ts'
import { LIST_SCREENS } from './list-screens.ts'
import { MESSAGE_SCREENS } from './message-screens.ts'
import type { Places, Screen } from './screen.ts'
import { SEARCH_SCREENS } from './search-screens.ts'

const BOTH = ['desk', 'phone'] as const

/** The page knows its organization, so the sidebar has its channels and its counts. */
const waitForState = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.title.endsWith('Lanternworks'))
}

const openTopic = async (page: Page, { url, topic }: Places): Promise<void> => {
  await page.goto(`${url}/${topic}`)
  await page.getByRole('heading', { level: 1, name: UPGRADE }).waitFor()
  await page.getByRole('separator', { name: 'New messages' }).waitFor()
  await waitForState(page)
}

const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
}

export const SCREENS: readonly Screen[] = [
  { name: '01-conversation', sizes: BOTH, show: openTopic },
  {
    name: '01b-new-topic',
    sizes: ['desk'],
    async show(page, places) {
      await openTopic(page, places)
      await page.keyboard.press('c')
      await page.getByRole('textbox', { name: 'Topic' }).fill('Backup restore test for Q4')
    },
  },
  {
    name: '01-conversation-suggestions',
    sizes: BOTH,
    async show(page, places) {
      await openTopic(page, places)
      await write(page, '06:00 works. I drafted the notice and @**Tomasz Wróbel** can schedule it. Adding ')
      await page.getByRole('textbox', { name: 'Message', exact: true }).press('End')
      await page.keyboard.type('@p')
      await page.getByRole('option', { name: '@Priya Raghunathan' }).waitFor()
    },
  },
  {
    name: '01c-destination-guard',
    sizes: ['desk'],
    async show(page, places) {
      await page.goto(`${places.url}/#feed`)
      const row = page.getByRole('article').filter({ hasNotText: 'Priya' }).first()
      await row.focus()
      await page.keyboard.press('r')
      await write(page, 'Confirmed, the sensor is fine. Closing the ticket.')
      await page.getByRole('button', { name: 'Keep open' }).click()
      await page.evaluate((hash) => {
        location.hash = hash
      }, places.topic)
      await page.getByRole('heading', { level: 1, name: UPGRADE }).waitFor()
      await page.getByRole('button', { name: 'Go there' }).waitFor()
    },
  },
  ...LIST_SCREENS,
  ...SEARCH_SCREENS,
  {
    name: '05-dm-group',
    sizes: BOTH,
    async show(page, { url, group }) {
      await page.goto(`${url}/${group}`)
      await page.getByRole('separator', { name: 'New messages' }).waitFor()
      await waitForState(page)
    },
  },
  {
    name: '08c-user-card',
    sizes: ['desk'],
    async show(page, places) {
      await openTopic(page, places)
      await page.getByRole('article').getByRole('button', { name: '小林 美咲' }).first().click()
      await page.getByRole('dialog', { name: '小林 美咲' }).waitFor()
    },
  },
  {
    name: '10-sign-in',
    sizes: BOTH,
    isSignedOut: true,
    async show(page, { url }) {
      await page.goto(`${url}/login/`)
    },
  },
  {
    name: '11c-offline-failed',
    sizes: BOTH,
    async show(page, places) {
      await openTopic(page, places)
      await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
      places.cable.pullOut()
      await write(page, '06:00 UTC works for me. I will schedule the notice.')
      await page.keyboard.press('Enter')
      await page.getByText('You are offline.').first().waitFor()
      await page.getByText('Waiting for connection').waitFor()
    },
  },
  {
    name: '11e-loading',
    sizes: ['desk'],
    async show(page, { url, topic }) {
      await page.context().route(/\/json\/(messages|register|recent)/, () => {})
      await page.goto(`${url}/${topic}`)
      // The rows that stand for messages come a moment later.
      await page.locator('.skeleton').waitFor()
    },
  },
  {
    name: '13-phone-channels',
    sizes: ['phone'],
    async show(page, { url }) {
      await page.goto(`${url}/#inbox`)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click()
      await waitForState(page)
    },
  },
  { name: '13b-phone-conversation', sizes: ['phone'], show: openTopic },
  {
    name: '13c-phone-composer',
    sizes: ['phone'],
    async show(page, places) {
      await openTopic(page, places)
      await page.getByRole('textbox', { name: 'Message', exact: true }).click()
      await write(page, '06:00 works. I drafted the notice and @**Tomasz Wróbel** can schedule it.')
    },
  },
  {
    name: '19-session-ended',
    sizes: BOTH,
    async show(page, places) {
      await openTopic(page, places)
      await write(page, '06:00 works.')
      await page.context().clearCookies()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    },
  },
  {
    name: '19b-not-found',
    sizes: ['desk'],
    async show(page, { url }) {
      await page.goto(`${url}/#chanels/7-infra/gneral`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitForState(page)
    },
  },
  {
    name: '17-viewer',
    sizes: BOTH,
    async show(page, { url, pictures }) {
      await page.goto(`${url}/${pictures}`)
      await page.getByRole('link', { name: 'mast-0417-1.png' }).click()
      const viewer = page.getByRole('dialog', { name: 'Images' })
      await viewer.getByRole('button', { name: 'Image 4 of 4' }).waitFor()
    },
  },
  {
    name: '20-widgets',
    sizes: BOTH,
    async show(page, { url, widgets }) {
      await page.goto(`${url}/${widgets}`)
      await page.getByRole('group', { name: 'Before Thursday 06:00' }).waitFor()
      await page.waitForFunction(() => document.documentElement.dataset['katex'] === 'ready')
      await waitForState(page)
    },
  },
  ...CHANNEL_SCREENS,
  ...MESSAGE_SCREENS,
]
