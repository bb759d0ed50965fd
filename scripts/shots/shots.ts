// Writes pictures of the screens of the web app, with the people of the demo: npm run shots -- [folder] [part of a name]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { updateMessageFlags } from '../../api/endpoints/flags.ts'
import { startBrowser } from '../../test/browser/chromium.ts'
import { provideChromium } from '../chromium.ts'
import { signIn } from '../demo/organization.ts'
import { layCable } from './cable.ts'
import { findMessages, type Shot, setUpCamera, shoot } from './camera.ts'
import { startDemo } from './demo-process.ts'
import { SCREENS } from './screens.ts'

const [folderName = '.cache/shots', wanted = ''] = process.argv.slice(2)
const folder = resolve(folderName)
mkdirSync(folder, { recursive: true })
const chromium = await provideChromium()
const demo = await startDemo()
const cable = await layCable(demo.url)
const browser = await startBrowser(chromium)
try {
  const mara = (await signIn(demo.url, 'mara')).client
  const unread = (await findMessages(mara, 'is', 'unread')).map(({ id }) => id)
  const camera = await setUpCamera(browser, cable, mara)
  for (const shot of chosenShots()) {
    await mara.call(updateMessageFlags, { messages: unread, op: 'remove', flag: 'read' })
    const { picture, problem } = await shoot(camera, shot)
    const file = join(folder, `${nameOf(shot)}${problem === undefined ? '' : '-failed'}.png`)
    writeFileSync(file, picture)
    console.log(problem === undefined ? file : `${file}: ${problem}`)
    if (problem !== undefined) process.exitCode = 1
  }
} finally {
  await browser.close()
  await cable.close()
  await demo.stop()
}

function chosenShots(): Shot[] {
  return SCREENS.filter(({ name }) => name.includes(wanted)).flatMap((screen) =>
    screen.sizes.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ screen, size, theme }))),
  )
}

function nameOf({ screen, size, theme }: Shot): string {
  return `${screen.name}-${size === 'desk' ? '' : `${size}-`}${theme}`
}
