import { inertDocument } from '../../kernel/trusted.ts'
import { tableOf } from './table.ts'

// A chunk of its own: it is loaded with the first rich text.

/** What Markdown can say. Without any of these the plain text is better: it has its blanks. */
const RICH =
  'a[href], b, strong, i, em, s, del, strike, code, pre, ul, ol, table, blockquote, h1, h2, h3, h4, h5, h6, [style*="font-weight"], [style*="font-style"]'
const BLOCKS = new Set([
  'ADDRESS',
  'ARTICLE',
  'DD',
  'DIV',
  'DL',
  'DT',
  'FIGURE',
  'FOOTER',
  'HEADER',
  'MAIN',
  'P',
  'SECTION',
])
const BOLD = 600

/** Stand for a blank line, a new line and a piece of code until the end, so that blanks beside them can go. */
const BLOCK = '\ue001'
const LINE = '\ue002'
const CODE = '\ue003'
let codes: string[] = []

const squeezed = (text: string): string => text.replace(/[ \t\r\n\f]+/g, ' ')
const indented = (text: string, by: string): string => text.split('\n').join(`\n${by}`)

/** Marks stand beside the words, not beside blanks. */
function marked(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return inner === '' || inner.includes(BLOCK) ? text : `${before}${mark}${inner}${mark}${after}`
}

const isBold = ({ style, tagName }: HTMLElement): boolean => {
  const weight = style.fontWeight
  if (weight !== '') return weight === 'bold' || weight === 'bolder' || Number(weight) >= BOLD
  return tagName === 'B' || tagName === 'STRONG'
}
const isItalic = ({ style, tagName }: HTMLElement): boolean =>
  style.fontStyle === '' ? tagName === 'I' || tagName === 'EM' : style.fontStyle === 'italic'

const childrenOf = (node: Node): string => [...node.childNodes].map(convert).join('')

function list(element: HTMLElement): string {
  const isNumbered = element.tagName === 'OL'
  const items = [...element.children].filter(({ tagName }) => tagName === 'LI' || tagName === 'UL' || tagName === 'OL')
  let number = Number(element.getAttribute('start') ?? 1)
  const lines = items.map((item) => {
    // Some programs put the inner list beside its item.
    if (item.tagName !== 'LI') return `  ${indented(tidy(convert(item)), '  ')}`
    const sign = isNumbered ? `${number++}. ` : '* '
    return sign + indented(tidy(childrenOf(item)).replace(/\n{2,}/g, '\n'), ' '.repeat(sign.length))
  })
  return `${BLOCK}${lines.join('\n')}${BLOCK}`
}

function table(element: HTMLElement): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => tidy(childrenOf(cell))),
  )
  const [only] = rows
  if (!only) return ''
  if (rows.length === 1 && only.length === 1) return only[0] ?? ''
  return `${BLOCK}${tableOf(rows)}${BLOCK}`
}

function link(element: HTMLElement): string {
  const words = childrenOf(element)
  const address = element.getAttribute('href') ?? ''
  if (!/^(https?:|mailto:)/i.test(address) || words.trim() === '') return words
  const text = words.trim().replace(/[[\]]/g, '')
  return text === address || `mailto:${text}` === address ? text : `[${text}](${address})`
}

function code(element: HTMLElement): string {
  const text = element.textContent ?? ''
  return text.trim() === '' ? text : text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

function convertElement(element: HTMLElement): string {
  const { tagName } = element
  switch (tagName) {
    case 'SCRIPT':
    case 'STYLE':
    case 'HEAD':
    case 'TITLE':
    case 'META':
      return ''
    case 'BR':
      return LINE
    case 'HR':
      return `${BLOCK}---${BLOCK}`
    case 'A':
      return link(element)
    case 'IMG':
      return element.getAttribute('alt') ?? ''
    case 'UL':
    case 'OL':
      return list(element)
    case 'TABLE':
      return table(element)
    case 'CODE':
    case 'KBD':
    case 'TT':
      return code(element)
    case 'PRE':
      codes.push((element.textContent ?? '').replace(/\n$/, ''))
      return `${BLOCK}\`\`\`\n${CODE}\n\`\`\`${BLOCK}`
    case 'BLOCKQUOTE':
      return `${BLOCK}> ${indented(tidy(childrenOf(element)), '> ')}${BLOCK}`
    case 'S':
    case 'DEL':
    case 'STRIKE':
      return marked(childrenOf(element), '~~')
  }
  const heading = /^H([1-6])$/.exec(tagName)?.[1]
  if (heading) return `${BLOCK}${'#'.repeat(Number(heading))} ${tidy(element.textContent ?? '')}${BLOCK}`
  let text = childrenOf(element)
  if (isItalic(element)) text = marked(text, '*')
  if (isBold(element)) text = marked(text, '**')
  return BLOCKS.has(tagName) ? `${BLOCK}${text}${BLOCK}` : text
}

function convert(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return squeezed(node.nodeValue ?? '')
  return node.nodeType === Node.ELEMENT_NODE ? convertElement(node as HTMLElement) : ''
}

/** Keeps at most one blank line, and none at the ends. */
const tidy = (text: string): string =>
  text
    .replace(/[ \t]*\ue001[\ue001\ue002\s]*/g, '\n\n')
    .replace(/[ \t]*\ue002[ \t]*/g, '\n')
    .trim()

/** Handlers in attributes would not run, but the browser would complain of them. */
const withoutHandlers = (html: string): string => html.replace(/(<[^>]*?\s)on\w+\s*=/gi, '$1data-off=')

/** Rich text as Markdown. Undefined if it has nothing that plain text has not, such as code of an editor. */
export function toMarkdown(html: string): string | undefined {
  const { body } = inertDocument(withoutHandlers(html))
  const isCode = body.querySelector<HTMLElement>('[style*="white-space"]')?.style.whiteSpace.startsWith('pre')
  if (isCode || !body.querySelector(RICH)) return undefined
  codes = []
  return tidy(convert(body)).replaceAll(CODE, () => codes.shift() ?? '')
}
