import type { Page } from 'playwright-core'
import type { Places, Screen } from './screen.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

async function browse(page: Page, { url }: Places): Promise<void> {
  await page.goto(`${url}/#inbox`)
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  if (isPhone) await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Browse channels' }).click()
  await page
    .getByRole('button', { name: /^Leave / })
    .first()
    .waitFor()
}

async function invite(page: Page, { url }: Places): Promise<void> {
  await page.goto(`${url}/#inbox`)
  await sidebar(page).getByRole('button', { name: 'Lanternworks' }).click()
  await page.getByRole('menuitem', { name: 'Invite people' }).click()
  await page.getByRole('dialog', { name: 'Invite people' }).waitFor()
}

/** Finding and making channels, and asking people in. */
export const CHANNEL_SCREENS: readonly Screen[] = [
  { name: '15-browse-channels', sizes: ['desk', 'phone'], show: browse },
  {
    name: '15b-create-channel',
    sizes: ['desk', 'phone'],
    async show(page, places) {
      await browse(page, places)
      await page.getByRole('button', { name: 'Create a channel' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('incident-reviews')
      await page.getByRole('textbox', { name: 'Description' }).fill('What went wrong, what we learned. Blameless.')
    },
  },
  {
    name: '15c-invite',
    sizes: ['desk'],
    async show(page, places) {
      await invite(page, places)
      await page.getByRole('button', { name: 'Copy link', disabled: false }).waitFor()
    },
  },
  {
    name: '15c-invite-email',
    sizes: ['desk'],
    async show(page, places) {
      await invite(page, places)
      await page.getByRole('tab', { name: 'Email' }).click()
      await page
        .getByRole('textbox', { name: 'Email addresses' })
        .pressSequentially('eleni@lantern.works, marcus@lantern.works, lin@lantern ')
    },
  },
]
