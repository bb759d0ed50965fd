// Serves an organization full of people and messages, for somebody who wants to see Parley at once.
import { dirname, join, resolve } from 'node:path'
import { readConfig } from '../../server/kernel/base/config.ts'
import { StartupRefusal } from '../../server/kernel/base/startup-refusal.ts'
import { prepareFolder } from './demo-folder.ts'
import { emailOf, PASSWORD } from './people.ts'

const root = dirname(dirname(import.meta.dirname))

/** Never DATABASE_URL or a bucket: the demo must not write into what somebody uses. */
const KEPT = [
  'PARLEY_HOST',
  'PARLEY_PORT',
  'PARLEY_URL',
  'PARLEY_SHELTER_DIR',
  'PARLEY_LOG_FORMAT',
  'PARLEY_DEVELOPMENT',
]

const env: Record<string, string | undefined> = {
  ...Object.fromEntries(KEPT.map((name) => [name, process.env[name]])),
  PARLEY_DATA_DIR: resolve(process.env['PARLEY_DATA_DIR'] || join(root, 'demo-data')),
}

const say = (text: string): void => console.log(`demo: ${text}`)

async function main(): Promise<void> {
  const config = readConfig(env)
  // Before any module that reads it.
  globalThis.parleyWireName = config.wireName
  const folder = prepareFolder(config.dataDir, process.argv.includes('--fresh'))
  if (!folder.isFilled) {
    say(`filling ${config.dataDir}`)
    const pictures = await (await import('./draw-pictures.ts')).drawPictures()
    const { fillDemo } = await import('./fill-demo.ts')
    await fillDemo(readConfig({ ...env, PARLEY_RATE_LIMITS: 'off' }), pictures, say)
    folder.markFilled()
  }
  say(`open ${config.url} and sign in as ${emailOf('mara')} with the password: ${PASSWORD}`)
  say('the others have the same password; "npm run demo -- --fresh" starts over')
  const { serve } = await import('../../server/operations/process/main.ts')
  const { keepPresent } = await import('./presence.ts')
  const serving = serve(config)
  keepPresent(config.url, serving, () => say('everybody is there')).catch((error: unknown) =>
    say(`nobody is shown as present: ${error}`),
  )
  await serving
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error instanceof StartupRefusal ? error.message : error)
    process.exit(1)
  },
)
