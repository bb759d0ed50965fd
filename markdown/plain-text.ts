import type { Token } from 'markdown-it'

/** Everything that a reader sees, with one line per block. */
export const visibleText = (tokens: readonly Token[]): string =>
  read(tokens, 'everything')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** The words that a reader sees outside of code and addresses, with any number of blanks and line ends between them. */
export const proseText = (tokens: readonly Token[]): string => read(tokens, 'prose')

type TextKind = 'everything' | 'prose'

/** The content of each inline token is the text that it shows. */
function read(tokens: readonly Token[], wanted: TextKind): string {
  let text = ''
  for (const token of tokens) {
    if (token.children !== null) text += readInline(token.children, wanted)
    else if (token.nesting === 0 && wanted === 'everything') text += token.content
    if (endsLine(token)) text += '\n'
  }
  return text
}

/** Cells stay on one line. Every other block ends its line. */
const endsLine = ({ type, nesting }: Token): boolean => type !== 'inline' && nesting <= 0 && !/^t[hd]_close$/.test(type)

function readInline(tokens: readonly Token[], wanted: TextKind): string {
  let text = ''
  let address: string | undefined
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'link_open') address = String(token.attrGet('href') ?? '')
    else if (type === 'link_close') address = undefined
    const visible = type === 'softbreak' ? '\n' : content
    const isProse = type !== 'code_inline' && !showsAddress(visible, address)
    // Text that is left out still separates the words around it.
    text += isProse || wanted === 'everything' ? visible : ' '
  }
  return `${text} `
}

const showsAddress = (visible: string, address: string | undefined): boolean =>
  address !== undefined && visible !== '' && address.endsWith(visible) && /[.:/]/.test(visible)
