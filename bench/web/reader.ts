import type { Browser, BrowserContext, Page } from 'playwright-core'
import { getMessages } from '../../api/endpoints/messages.ts'
import { type Client, createClient } from '../../client/client.ts'
import { provideChromium } from '../../scripts/chromium.ts'
import { startBrowser } from '../../test/browser/chromium.ts'
import { parleyProcess } from '../../test/parley-process.ts'
import type { Person } from '../http/requests.ts'
import type { Bench } from '../scenario.ts'
import { type RecordingProxy, startProxy } from './proxy.ts'

const VIEWPORT = { width: 1440, height: 900 }
const PATIENCE = 60_000
const PAGE = 1_000

/** A person of the data set with a browser. About 3,000 messages are unread. */
export interface Reader {
  readonly proxy: RecordingProxy
  /** Fragments of two topics that the person can write in. */
  readonly topics: readonly [string, string]
  /** The fragment of their whole channel. */
  readonly channel: string
  /** A new browser profile with nothing in its caches. */
  open(): Promise<{ page: Page; context: BrowserContext }>
}

export async function withReader<T>(
  bench: Bench,
  work: (reader: Reader) => Promise<T>,
  prepare: (client: Client) => Promise<unknown> = async () => {},
  which = 1,
): Promise<T> {
  const { users, dataDir } = await bench.mediumData()
  const person = users[which] as Person
  const server = await bench.runningServer()
  const chromium = await provideChromium()
  await using opened = new AsyncDisposableStack()
  const proxy = opened.adopt(await startProxy(server.port), (it) => it.close())
  const browser = opened.adopt(await startBrowser(chromium), (it) => it.close())
  const password = await newPassword(dataDir, person)
  const storageState = await signIn(browser, proxy.url, person, password)
  const open = async () => {
    const context = await browser.newContext({ viewport: VIEWPORT, storageState })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    return { page, context }
  }
  await prepare(createClient({ url: server.url, email: person.email, apiKey: person.api_key }))
  return await work({ proxy, open, ...(await findPlaces(server.url, person)) })
}

/** People of the data set have keys but no passwords. */
async function newPassword(dataDir: string, { email }: Person): Promise<string> {
  const command = parleyProcess(['reset-password', email], { dataDir })
  await command.ended()
  const password = / is (\S+)\s*$/.exec(command.said.out)?.[1]
  if (password === undefined) throw new Error(`There is no new password: ${command.said.out}${command.said.errors}`)
  return password
}

async function signIn(browser: Browser, url: string, { email }: Person, password: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto(`${url}/login/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The two topics with the most of the newest messages in the channel with the most. */
async function findPlaces(url: string, { email, api_key }: Person): Promise<Pick<Reader, 'topics' | 'channel'>> {
  const client = createClient({ url, email, apiKey: api_key })
  const { messages } = await client.call(getMessages, { anchor: 'newest', num_before: PAGE, num_after: 0 })
  const inChannels = messages.filter(({ stream_id }) => stream_id !== undefined)
  const [channel, ofChannel] = mostOf(inChannels, ({ stream_id }) => stream_id)[0] ?? []
  const topics = mostOf(ofChannel ?? [], ({ subject }) => subject).map(([topic]) => topic)
  const [one, other] = topics.map((topic) => `#narrow/channel/${channel}/topic/${inFragment(topic)}`)
  if (one === undefined || other === undefined) throw new Error(`The last ${PAGE} messages have fewer than two topics.`)
  return { topics: [one, other], channel: `#narrow/channel/${channel}` }
}

const mostOf = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, Item[]][] =>
  [...Map.groupBy(items, keyOf)].sort(([, a], [, b]) => b.length - a.length)

const inFragment = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('%', '.')

/** The conversation can be read: its first messages are visible. */
export const isReadable = (page: Page): Promise<void> =>
  page.getByRole('feed', { name: 'Messages' }).getByRole('article').first().waitFor()
