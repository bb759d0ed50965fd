import { readFrontCode } from './front-code.ts'

export interface EmojiEntry {
  /** Dash-separated hex of the code points, without variation selectors. */
  readonly code: string
  readonly isTextByDefault: boolean
  readonly names: readonly { readonly name: string; readonly isOwn: boolean }[]
}

/** The entries of table.ts. A name ends in `=` when it means another emoji first; a code in `.` when it is text by default. */
export function* readEmojiTable(table: string): Generator<EmojiEntry> {
  let code = ''
  let name = ''
  for (const entry of table.split(/[,\n]/)) {
    const [codedCode, ...codedNames] = entry.split(' ')
    const isTextByDefault = codedCode!.endsWith('.')
    code = readFrontCode(code, isTextByDefault ? codedCode!.slice(0, -1) : codedCode!)
    const names = codedNames.map((coded) => {
      const isOwn = !coded.endsWith('=')
      name = readFrontCode(name, isOwn ? coded : coded.slice(0, -1))
      return { name, isOwn }
    })
    yield { code, isTextByDefault, names }
  }
}
