import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getUserPresence } from '../../api/endpoints/presence.ts'
import type { Client } from '../../client/client.ts'
import { startBrowser } from '../../test/browser/chromium.ts'
import { childEnvironment } from '../../test/parley-process.ts'
import { layCable } from '../shots/cable.ts'
import { findMessages, setUpCamera, shoot } from '../shots/camera.ts'
import { type DemoProcess, startDemo } from '../shots/demo-process.ts'
import { SCREENS } from '../shots/screens.ts'
import { root } from '../tools.ts'
import { signIn } from './organization.ts'

let demo: DemoProcess
let mara: Client

beforeAll(async () => {
  demo = await startDemo(childEnvironment(), () => {})
  mara = (await signIn(demo.url, 'mara')).client
})
afterAll(() => demo?.stop())

const found = (operand: string) => findMessages(mara, 'is', operand)

test('the demo has unread messages of several days, of which some mention Mara', async () => {
  const unread = await found('unread')
  expect(unread.length).toBeGreaterThan(100)
  expect(new Set(unread.map(({ timestamp }) => Math.floor(timestamp / 86_400))).size).toBeGreaterThan(1)
  const mentions = unread.filter(({ flags }) => flags.includes('mentioned'))
  expect(mentions.map(({ subject }) => subject)).toHaveLength(2)
})

test('the demo has resolved topics, saved messages and people who are there', async () => {
  expect((await found('resolved')).length).toBeGreaterThan(0)
  expect(await found('starred')).toHaveLength(2)
  const { presence } = await mara.call(getUserPresence, { user_id_or_email: 'tomasz@lantern.works' })
  expect(Object.values(presence)).not.toHaveLength(0)
})

/** The width and the height of a PNG are at the beginning of its first part. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('the picture of the README shows the app, and can be taken again', async () => {
  const browser = await startBrowser()
  onTestFinished(() => browser.close())
  const cable = await layCable(demo.url)
  onTestFinished(() => cable.close())
  const camera = await setUpCamera(browser, cable, mara)
  const { picture, problem } = await shoot(camera, { screen: SCREENS[0]!, size: 'desk', theme: 'light' })
  expect(problem).toBeUndefined()
  const file = join(root, 'docs', 'images', 'app.png')
  if (process.env['PARLEY_TEST_PICTURE'] === 'new') writeFileSync(file, picture)
  expect(sizeOf(readFileSync(file))).toEqual(sizeOf(picture))
})
