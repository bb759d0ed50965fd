import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

const SOURCE = [
  ...['api', 'cli', 'client', 'markdown', 'scripts', 'server', 'web'],
  ...['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json'],
]

/** Copies the source for a test that changes or closes it, because a server may run from the real one. */
export function copyCheckout(to: string): string {
  mkdirSync(to, { recursive: true })
  // Keeps the times, because the launcher uses them to decide whether to install.
  for (const name of SOURCE) cpSync(join(root, name), join(to, name), { recursive: true, preserveTimestamps: true })
  return to
}

/** Includes the installed packages. */
export function copyWithPackages(to: string): string {
  symlinkSync(join(root, 'node_modules'), join(copyCheckout(to), 'node_modules'))
  return to
}
