import type { Token } from 'markdown-it'

export interface PlainText {
  /** Everything that a reader sees, with one line per block. */
  readonly all: string
  /** The same without code and addresses. */
  readonly prose: string
}

/** The visible text of the tokens. The content of each inline token is the text that it shows. */
export function plainText(tokens: readonly Token[]): PlainText {
  const all: string[] = []
  const prose: string[] = []
  for (const token of tokens) {
    if (token.children !== null) readInline(token.children, all, prose)
    else if (token.nesting === 0) all.push(token.content)
    if (endsLine(token)) {
      all.push('\n')
      prose.push('\n')
    }
  }
  return { all: tidy(all), prose: tidy(prose) }
}

/** Cells stay on one line. Every other block ends its line. */
const endsLine = ({ type, nesting }: Token): boolean => type !== 'inline' && nesting <= 0 && !/^t[hd]_close$/.test(type)

const tidy = (parts: readonly string[]): string =>
  parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

function readInline(tokens: readonly Token[], all: string[], prose: string[]): void {
  let address: string | undefined
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'link_open') address = String(token.attrGet('href') ?? '')
    else if (type === 'link_close') address = undefined
    const visible = type === 'softbreak' ? '\n' : content
    all.push(visible)
    // Text that is left out still separates the words around it.
    prose.push(type === 'code_inline' || showsAddress(visible, address) ? ' ' : visible)
  }
  all.push(' ')
  prose.push(' ')
}

const showsAddress = (visible: string, address: string | undefined): boolean =>
  address !== undefined && visible !== '' && address.endsWith(visible) && /[.:/]/.test(visible)
