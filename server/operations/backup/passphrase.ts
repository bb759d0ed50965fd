import { resolve } from 'node:path'
import { refuse } from '../../kernel/base/startup-refusal.ts'
import { readShortFile, whyUnreadable } from '../../kernel/files/read-short-file.ts'

/** The content of the file without the line break at its end, which editors add. Null without a file. */
export function readPassphrase(path: string | null): string | null {
  if (path === null) return null
  const file = resolve(path)
  let text: string
  try {
    text = readShortFile(file, 1)
  } catch (error) {
    throw refuse.passphraseUnreadable(file, whyUnreadable(error))
  }
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase === '') throw refuse.passphraseEmpty(file)
  return passphrase
}
