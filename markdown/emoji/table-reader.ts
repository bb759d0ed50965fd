import { readFrontCode } from './front-code.ts'

export interface EmojiEntry {
  /** Dash-separated hex of the code points, without variation selectors. */
  readonly code: string
  readonly isTextByDefault: boolean
  /** The first name is the main one. */
  readonly names: readonly string[]
}

/** Reads the entries of table.ts. A code ends in `.` if it is text by default. */
export function* readEmojiTable(table: string): Generator<EmojiEntry> {
  let code = ''
  let name = ''
  for (const entry of table.split(/[,\n]/)) {
    const [codedCode, ...codedNames] = entry.split(' ')
    const isTextByDefault = codedCode!.endsWith('.')
    code = readFrontCode(code, isTextByDefault ? codedCode!.slice(0, -1) : codedCode!)
    const names = codedNames.map((coded) => {
      name = readFrontCode(name, coded)
      return name
    })
    yield { code, isTextByDefault, names }
  }
}
