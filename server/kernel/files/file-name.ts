import { randomBytes } from 'node:crypto'

/** What a file is for. Each kind has its own place in the store, so an address of one kind never reaches another. */
export type FileKind = 'original' | 'part' | 'avatar' | 'emoji' | 'realm' | 'thumbnail' | 'export'

const TOKEN = /^[0-9a-f]{40}$/

/** 160 random bits, so that the name of a file cannot be guessed. */
export const newFileToken = (): string => randomBytes(20).toString('hex')

export const isFileToken = (text: string): boolean => TOKEN.test(text)

/** `variant` distinguishes related files, such as the sizes of one picture. */
export const fileName = (realmId: number, kind: FileKind, token: string, variant?: string): string =>
  `${realmId}/${kind}/${token}${variant === undefined ? '' : `-${variant}`}`

const NAME = /^(\d+)\/([a-z]+)\/([0-9a-f]{40}(?:-[a-z]+)?)$/

export const isFileName = (text: string): boolean => NAME.test(text)

/** Splits a name into its parts. A name can never point outside of the store. */
export function splitFileName(name: string): { realm: string; kind: string; file: string } {
  const [, realm, kind, file] = NAME.exec(name) ?? []
  if (!realm || !kind || !file) throw new Error(`"${name}" is not the name of a file in the store`)
  return { realm, kind, file }
}
