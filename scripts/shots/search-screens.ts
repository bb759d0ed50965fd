import type { Page } from 'playwright-core'
import type { Places, Screen } from './screen.ts'

const openSearch = async (page: Page, { url }: Places, words: string): Promise<void> => {
  await page.goto(`${url}/#search`)
  await page.waitForFunction(() => document.title.endsWith('Lanternworks'))
  await page.getByRole('combobox', { name: 'Search' }).fill(words)
}

/** The search, the feed, the palette and the sheet of keys. */
export const SEARCH_SCREENS: readonly Screen[] = [
  {
    name: '04-search',
    sizes: ['desk', 'phone'],
    async show(page, places) {
      await openSearch(page, places, 'restore to')
      await page.getByRole('option', { name: /^sender:Tomasz/ }).waitFor()
    },
  },
  {
    name: '04b-search-results',
    sizes: ['desk', 'phone'],
    async show(page, places) {
      await openSearch(page, places, '-sender:"Deploy bot" restore')
      await page.keyboard.press('Shift+Enter')
      await page.getByRole('feed', { name: 'Search results' }).getByRole('article').first().waitFor()
    },
  },
  {
    name: '04c-feed',
    sizes: ['desk', 'phone'],
    async show(page, { url }) {
      await page.goto(`${url}/#feed`)
      await page.getByRole('feed', { name: 'Messages' }).getByRole('article').first().waitFor()
    },
  },
  {
    name: '07-palette',
    sizes: ['desk', 'phone'],
    async show(page, { url, topic }) {
      await page.goto(`${url}/${topic}`)
      await page.waitForFunction(() => document.title.endsWith('Lanternworks'))
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to or do anything' }).fill('back')
      await page.getByRole('option', { name: 'Offsite backups, restore drill' }).waitFor()
    },
  },
  {
    name: '07b-keyboard',
    sizes: ['desk'],
    async show(page, { url, topic }) {
      await page.goto(`${url}/${topic}`)
      await page.getByRole('separator', { name: 'New messages' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    name: '11b-no-results',
    sizes: ['desk'],
    async show(page, places) {
      await openSearch(page, places, 'channel:design sender:"Tomasz Wróbel" restore')
      await page.keyboard.press('Shift+Enter')
      await page
        .getByRole('button', { name: /^Without/ })
        .first()
        .waitFor()
    },
  },
]
