import type { Locator, Page } from 'playwright-core'
import type { Places, Screen } from './screen.ts'

const BOTH = ['desk', 'phone'] as const
const PRESS = { pointerType: 'touch', clientX: 60, clientY: 300 }

const article = (page: Page, words: string): Locator =>
  page.getByRole('feed', { name: 'Messages' }).getByRole('article', { name: new RegExp(words) })

const item = (page: Page, name: string): Locator =>
  page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name, exact: true })

const open = async (page: Page, { url, topic }: Places): Promise<void> => {
  await page.goto(`${url}/${topic}`)
  await page.getByRole('separator', { name: 'New messages' }).waitFor()
  await page.waitForFunction(() => document.title.endsWith('Lanternworks'))
}

/** A short topic beside the one that the other screens show. */
const openBeside = async (page: Page, { url, topic }: Places, name: string): Promise<void> => {
  const fragment = topic.replace(
    /topic\/.*/,
    `topic/${encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('%', '.')}`,
  )
  await page.goto(`${url}/${fragment}`)
  await page.getByRole('article').first().waitFor()
  await page.waitForFunction(() => document.title.endsWith('Lanternworks'))
}

/** Opens the menu by the toolbar, or by a long press on a phone. */
async function openMenu(page: Page, words: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  if (isPhone) await article(page, words).dispatchEvent('pointerdown', PRESS)
  else {
    await article(page, words).hover()
    await article(page, words).getByRole('toolbar').getByRole('button', { name: 'More' }).click()
  }
  await item(page, 'Copy link').waitFor()
}

const choose = async (page: Page, words: string, name: string): Promise<void> => {
  await openMenu(page, words)
  await item(page, name).click()
}

const DRILL = 'Offsite backups, restore drill'

export const MESSAGE_SCREENS: readonly Screen[] = [
  {
    name: '06-move',
    sizes: BOTH,
    async show(page, places) {
      await open(page, places)
      await choose(page, 'step 3', 'Move messages…')
      await page.getByRole('textbox', { name: 'Topic', exact: true }).fill('IPv6 at the Bergen site')
      await page.getByText('This topic exists and has').first().waitFor()
    },
  },
  {
    name: '06b-resolved',
    sizes: BOTH,
    async show(page, places) {
      await openBeside(page, places, '✔ Renew *.lantern.works certificate')
      await page.getByText('This topic is resolved.').waitFor()
    },
  },
  {
    name: '06c-edit-history',
    sizes: BOTH,
    async show(page, places) {
      await openBeside(page, places, DRILL)
      await choose(page, 'red envelope', 'Edit history')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: '08-emoji',
    sizes: BOTH,
    async show(page, places) {
      await open(page, places)
      await article(page, 'step 3').focus()
      await page.keyboard.press('+')
      await page.getByRole('button', { name: 'grinning', exact: true }).waitFor()
      for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    },
  },
  {
    name: '08b-message-menu',
    sizes: ['desk'],
    async show(page, places) {
      await open(page, places)
      await openMenu(page, 'step 3')
    },
  },
  {
    name: '13d-phone-actions',
    sizes: ['phone'],
    async show(page, places) {
      await open(page, places)
      await openMenu(page, 'step 3')
    },
  },
  {
    name: '18-edit-conflict',
    sizes: BOTH,
    async show(page, places) {
      await openBeside(page, places, DRILL)
      await choose(page, 'red envelope', 'Edit')
      await page.getByRole('textbox', { name: 'Edit message' }).fill('I have it, in the red envelope on the shelf.')
      await page.route('**/json/messages/*', async (route) => {
        if (route.request().method() === 'PATCH') {
          await route.fulfill({ status: 400, json: { result: 'error', code: 'EXPECTATION_MISMATCH', msg: 'changed' } })
          return
        }
        const answer = await route.fetch()
        const body = (await answer.json()) as { message?: { content: string; last_edit_timestamp?: number } }
        if (body.message) body.message.content = 'We have it, in the red envelope behind the router.'
        await route.fulfill({ response: answer, json: body })
      })
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Edited on another device' }).waitFor()
    },
  },
  {
    name: '18b-read-by',
    sizes: BOTH,
    async show(page, places) {
      await openBeside(page, places, DRILL)
      await choose(page, 'red envelope', 'Read by…')
      await page.getByRole('list', { name: 'Read by' }).getByRole('button').first().waitFor()
    },
  },
  {
    name: '18c-forward',
    sizes: BOTH,
    async show(page, places) {
      await openBeside(page, places, DRILL)
      await choose(page, 'red envelope', 'Forward to another topic')
      await page.getByRole('combobox', { name: 'Topic' }).fill('Late readings from the north')
      await page.getByText('said').waitFor()
    },
  },
]
