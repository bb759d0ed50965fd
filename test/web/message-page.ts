import type { Locator } from 'playwright-core'
import { sendMessage } from '../../api/endpoints/messages.ts'
import type { Person, TestServer } from '../harness.ts'
import { type AppOptions, type AppPage, openApp, type SomeBrowser, type SomePerson } from './app-page.ts'

/** A page of one person, with what tests do to messages. */
export interface MessagePage extends AppPage {
  /** A message by words of its accessible name. */
  article(words: string): Locator
  toolbar(words: string): Promise<Locator>
  menuItem(name: string): Locator
  openMenu(words: string): Promise<void>
  /** Opens the menu of a message and chooses an item. */
  choose(words: string, item: string): Promise<void>
  /** Opens the topic of a message that was just sent. */
  open(topic: string, words: string): Promise<void>
  dialog(name: string): Locator
  toast(text: string | RegExp): Locator
  close(): Promise<void>
}

export const channelId = (server: TestServer, name = 'general'): number => server.realm.channelByName(name)!.id

/** Sends a message to a topic of the channel `general`, or of another one. */
export const say = async (who: Person, topic: string, content: string, to = 'general'): Promise<number> =>
  (await who.client.call(sendMessage, { type: 'channel', to, topic, content })).id

export async function openMessages(
  browser: SomeBrowser,
  server: TestServer,
  person: SomePerson,
  options: AppOptions = {},
): Promise<MessagePage> {
  const app = await openApp(browser, server, person, options)
  const { page } = app
  const article = (words: string): Locator =>
    page.getByRole('feed', { name: 'Messages' }).getByRole('article', { name: new RegExp(words) })
  const toolbar = async (words: string): Promise<Locator> => {
    await article(words).hover()
    return article(words).getByRole('toolbar', { name: 'Message actions' })
  }
  const menuItem = (name: string): Locator =>
    page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name, exact: true })
  const openMenu = async (words: string): Promise<void> => {
    await (await toolbar(words)).getByRole('button', { name: 'More' }).click()
    await menuItem('Copy link').waitFor()
  }
  return {
    ...app,
    article,
    toolbar,
    menuItem,
    openMenu,
    async choose(words, item) {
      await openMenu(words)
      await menuItem(item).click()
    },
    async open(topic, words) {
      await app.go(`#narrow/channel/${channelId(server)}/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`)
      await article(words).waitFor()
    },
    dialog: (name) => page.getByRole('dialog', { name, exact: true }),
    toast: (text) => page.getByRole('status').getByText(text),
    close: () => page.context().close(),
  }
}
