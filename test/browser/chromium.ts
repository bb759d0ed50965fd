import { type Browser, chromium } from 'playwright-core'

/** Starts a headless browser without background network requests. */
export function startBrowser(executablePath: string): Promise<Browser> {
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...quiet, '--no-first-run', ...asRoot] })
}
