import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hasPackedChromium, packedChromium } from './packed-chromium.ts'

/** The shell has no windows to manage: opening a page takes two thirds of the processor time of the whole browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const USUAL_PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

/** The path of the browser for the tests, if there is one. PARLEY_TEST_CHROMIUM sets it. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = namedIn(environment)
  if (named !== undefined) return existsSync(named) ? named : undefined
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...USUAL_PLACES]
  const programs = folders.flatMap((folder) =>
    [...NAMES, 'Chromium', 'Google Chrome'].map((name) => join(folder, name)),
  )
  return programs.find((program) => existsSync(program))
}

const namedIn = (environment: NodeJS.ProcessEnv): string | undefined => environment['PARLEY_TEST_CHROMIUM'] || undefined

/** The path of the browser. Downloads or installs it first if that needs no interaction. */
export async function provideChromium(): Promise<string> {
  const provided = findChromium() ?? (namedIn(process.env) === undefined ? await fetchOrInstall() : undefined)
  if (provided !== undefined) return provided
  throw new Error(
    'The browser tests need Chromium: install it (on Debian, `apt-get install chromium`) or name the program in PARLEY_TEST_CHROMIUM.',
  )
}

async function fetchOrInstall(): Promise<string | undefined> {
  const fetched = hasPackedChromium ? await packedChromium().catch(say) : undefined
  if (fetched !== undefined) return fetched
  if (!isDebianRoot()) return undefined
  console.log('The browser tests need Chromium, which is missing: installing the system package.')
  await run('apt-get', ['update'])
  await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'])
  return findChromium()
}

const say = (error: Error): undefined => void console.log(error.message.trim())

const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // The exit code does not matter, only whether the browser exists afterwards.
    child.on('exit', () => resolve())
  })
}
