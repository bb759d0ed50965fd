import { type DefaultTreeAdapterTypes, html as htmlNames, parseFragment, serialize } from 'parse5'
import { ALLOWED } from '../../../markdown/html/allowed.ts'
import { type Place, valueIsAllowed } from './attribute-values.ts'
import { difference } from './difference.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const PROSE = htmlNames.NS.HTML
/** The tags of SVG and MathML. All others are HTML. */
const DRAWING = new Set(['svg', 'path', 'line'])
const MATHEMATICS = new Set(Object.keys(ALLOWED).filter((tag) => /^(m[a-z]+|semantics|annotation)$/.test(tag)))
const TOKENS = new Set(['mi', 'mn', 'mo', 'mtext'])

/** The first unsafe part of rendered HTML, as a browser would parse it. Undefined if there is none. */
export function unsafeIn(html: string): string | undefined {
  const fragment = parseFragment(html)
  for (const node of fragment.childNodes) {
    const found = unsafeNode(node, false)
    if (found !== undefined) return found
  }
  const again = written(serialize(fragment))
  return again === html ? undefined : `read and written again it differs: ${difference(html, again)}`
}

/** The only attribute without a value has its short form. */
export const written = (serialized: string): string => serialized.replaceAll('<audio controls="" ', '<audio controls ')

function unsafeNode(node: Node, inMath: boolean): string | undefined {
  if (node.nodeName === '#text') return undefined
  if (!('tagName' in node)) return `a node ${node.nodeName}`
  const element = node as Element
  const isMath = inMath || classOf(element).startsWith('katex')
  const found = unsafeTag(element, isMath) ?? unsafeAttribute(element, isMath)
  if (found !== undefined) return found
  for (const child of element.childNodes) {
    const below = unsafeNode(child, isMath)
    if (below !== undefined) return below
  }
  return undefined
}

function unsafeTag({ tagName, namespaceURI, parentNode }: Element, inMath: boolean): string | undefined {
  if (!Object.hasOwn(ALLOWED, tagName)) return `the tag <${tagName}>`
  const parent = parentNode !== null && 'tagName' in parentNode ? parentNode : undefined
  if (namespaceURI !== languageOf(tagName, parent)) return `<${tagName}> of the language ${namespaceURI}`
  const isMath = MATHEMATICS.has(tagName) || DRAWING.has(tagName)
  if (isMath) return inMath ? undefined : `<${tagName}> outside mathematics`
  const isAmidst = inMath && (tagName !== 'span' || MATHEMATICS.has(parent?.tagName ?? ''))
  return isAmidst ? `<${tagName}> within mathematics` : undefined
}

/** Inside a MathML token, as `\stackrel` writes it, a browser treats further MathML as unknown HTML tags. */
function languageOf(tag: string, parent: Element | undefined): string {
  if (DRAWING.has(tag)) return htmlNames.NS.SVG
  if (!MATHEMATICS.has(tag)) return PROSE
  const isUnknown =
    tag !== 'math' && parent !== undefined && (TOKENS.has(parent.tagName) || parent.namespaceURI === PROSE)
  return isUnknown ? PROSE : htmlNames.NS.MATHML
}

function unsafeAttribute(element: Element, inMath: boolean): string | undefined {
  const place: Place = { tag: element.tagName, className: classOf(element), inMath }
  const allowed = (ALLOWED as Readonly<Record<string, readonly string[]>>)[element.tagName]
  for (const { name, value } of element.attrs) {
    const written = `<${element.tagName} ${name}="${value}">`
    if (!allowed?.includes(name)) return `the attribute of ${written}`
    if (!valueIsAllowed(name, value, place)) return `the value of ${written}`
  }
  return undefined
}

const classOf = (element: Element): string => element.attrs.find(({ name }) => name === 'class')?.value ?? ''
