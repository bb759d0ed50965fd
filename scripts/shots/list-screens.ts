import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

const BOTH = ['desk', 'phone'] as const

/** Without a shared worker the page itself asks for its state, and the answer can be changed. */
async function withState(page: Page, change: (state: Record<string, unknown>) => object): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { SharedWorker: undefined })
  })
  await page.route('**/json/register', async (route) => {
    const answer = await route.fetch()
    const state = await answer.json()
    await route.fulfill({ response: answer, json: { ...state, ...change(state) } })
  })
}

const NOTHING = { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false }
const withNothingUnread = (page: Page) => withState(page, () => ({ unread_msgs: NOTHING }))
const withoutChannels = (page: Page) =>
  withState(page, ({ subscriptions }) => ({ unread_msgs: NOTHING, subscriptions: [], never_subscribed: subscriptions }))

/** The lists of conversations, and what people keep for later. */
export const LIST_SCREENS: readonly Screen[] = [
  {
    name: '02-inbox',
    sizes: ['desk', 'tablet', 'phone'],
    async show(page, { url }) {
      await page.goto(`${url}/#inbox`)
      await page.getByRole('list', { name: 'Inbox' }).getByRole('link').first().waitFor()
      if ((page.viewportSize()?.width ?? 0) <= 1180) return
      await page
        .getByRole('list', { name: 'Inbox' })
        .getByRole('link', { name: /^infra › Postgres/ })
        .focus()
      await page.getByRole('region', { name: 'Preview' }).getByRole('separator', { name: 'New messages' }).waitFor()
    },
  },
  {
    name: '03-recent',
    sizes: BOTH,
    async show(page, { url }) {
      await page.goto(`${url}/#recent`)
      await page.getByRole('row').nth(5).waitFor()
    },
  },
  {
    name: '03b-channel-topics',
    sizes: BOTH,
    async show(page, { url, topic }) {
      await page.goto(`${url}/${topic.replace('#narrow', '#topics').replace(/\/topic\/.*/, '')}`)
      await page.getByRole('button', { name: 'Got it' }).waitFor()
    },
  },
  {
    name: '11-no-channels',
    sizes: BOTH,
    async show(page, { url }) {
      await withoutChannels(page)
      await page.goto(`${url}/#inbox`)
      await page.getByRole('list', { name: 'Channels' }).waitFor()
    },
  },
  {
    name: '11d-inbox-zero',
    sizes: ['desk'],
    async show(page, { url }) {
      await withNothingUnread(page)
      await page.goto(`${url}/#inbox`)
      await page.getByRole('heading', { name: 'You are all caught up' }).waitFor()
    },
  },
  {
    name: '16-later',
    sizes: BOTH,
    async show(page, { url }) {
      await page.goto(`${url}/#scheduled`)
      await page.getByRole('list', { name: 'Scheduled' }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: '19c-notifications',
    sizes: ['desk'],
    async show(page, { url, topic }) {
      await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }))
      await page.goto(`${url}/${topic}`)
      await page.getByRole('region', { name: 'Desktop notifications' }).waitFor()
      await page.getByRole('separator', { name: 'New messages' }).waitFor()
    },
  },
]
