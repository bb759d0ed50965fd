import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { startBrowser } from '../browser/chromium.ts'
import type { TestServer } from '../harness.ts'
import { made, opened } from '../opened.ts'
import {
  type AppOptions,
  type AppPage,
  openApp,
  type SomeBrowser,
  type SomePerson,
  type SomeServer,
} from './app-page.ts'
import { type MessagePage, openMessages } from './message-page.ts'
import { watch } from './watch.ts'

interface TestBrowser extends SomeBrowser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

/** A browser for the tests of a file. None of its pages may complain, neither in a test nor when it is closed. */
export function useBrowser(): TestBrowser {
  const complaints: string[] = []
  const check = () => expect(complaints.splice(0)).toEqual([])
  afterAll(check)
  afterEach(check)
  return opened(async () => {
    const browser = await startBrowser()
    return {
      async newContext(options) {
        const context = await browser.newContext(options)
        watch(context, complaints)
        return context
      },
      close: () => browser.close(),
    }
  })
}

interface UsedApp<App extends AppPage> {
  readonly browser: TestBrowser
  readonly app: App
  readonly page: Page
  /** The app of the same or of another person, as on another computer. */
  openApp(person: SomePerson, options?: AppOptions): Promise<App>
}

interface UseOptions extends AppOptions {
  /** The browser of another app in the same file. */
  readonly browser?: TestBrowser
}

/** The app of one person for the tests of a file, in a browser. */
export const useApp = (server: SomeServer, person: SomePerson, options?: UseOptions): UsedApp<AppPage> =>
  usePages((browser, who, more) => openApp(browser, server, who, more), person, options)

/** The same, with what tests do to messages. */
export const useMessages = (server: TestServer, person: SomePerson, options?: UseOptions): UsedApp<MessagePage> =>
  usePages((browser, who, more) => openMessages(browser, server, who, more), person, options)

function usePages<App extends AppPage>(
  open: (browser: TestBrowser, person: SomePerson, options?: AppOptions) => Promise<App>,
  person: SomePerson,
  { browser = useBrowser(), ...options }: UseOptions = {},
): UsedApp<App> {
  const app = made(() => open(browser, person, options))
  return { browser, app, page: pageOf(app), openApp: (who, more) => open(browser, who, more) }
}

/** The page of an app that is opened later. Its methods are those of the real page. */
const pageOf = (app: AppPage): Page =>
  new Proxy({} as Page, {
    get(_, name) {
      const value: unknown = Reflect.get(app.page, name)
      return typeof value === 'function' ? value.bind(app.page) : value
    },
  })
