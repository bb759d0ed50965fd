import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

const SOURCE = ['api', 'cli', 'client', 'markdown', 'scripts', 'server', 'package.json', 'package-lock.json', '.npmrc']

/** The source, for a test that changes it or closes it: a server may run from the real one. */
export function copyCheckout(to: string): string {
  mkdirSync(to, { recursive: true })
  // With their times, by which the launcher knows whether it has to install something.
  for (const name of SOURCE) cpSync(join(root, name), join(to, name), { recursive: true, preserveTimestamps: true })
  return to
}

/** Also the installed packages, as they are. */
export function copyWithPackages(to: string): string {
  symlinkSync(join(root, 'node_modules'), join(copyCheckout(to), 'node_modules'))
  return to
}
