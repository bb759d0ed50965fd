import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { refuse } from '../../kernel/base/startup-refusal.ts'

/** The content of the file without the line break at its end, which editors add. Null without a file. */
export function readPassphrase(path: string | null): string | null {
  if (path === null) return null
  const file = resolve(path)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw refuse.passphraseUnreadable(file, (error as NodeJS.ErrnoException).code ?? String(error))
  }
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '') throw refuse.passphraseEmpty(file)
  return passphrase
}
