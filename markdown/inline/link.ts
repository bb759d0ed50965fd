import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { notesOf } from '../notes.ts'
import { linkAddress } from './link-address.ts'
import { bracketsIn } from './link-brackets.ts'

/** `[text](address)`, `[text](address "title")` and `![text](address)`. */
export function link(engine: MarkdownIt): void {
  engine.inline.ruler.push('our_image', readImage)
  engine.inline.ruler.push('our_link', readLink)
  // Previews give a picture its meaning; what stays without one is shown as it was typed.
  engine.renderer.rules['image'] = (tokens, index) => escapeText(tokens[index]!.content)
  engine.renderer.rules['address'] = (tokens, index) => escapeText(tokens[index]!.content)
}

interface Parts {
  readonly textEnd: number
  readonly address: string
  readonly title: string | undefined
  readonly end: number
}

function partsAt(state: StateInline, open: number): Parts | undefined {
  if (state.src[open] !== '[') return undefined
  const brackets = bracketsIn(state)
  const textEnd = brackets.square(open)
  if (textEnd === undefined || state.src[textEnd + 1] !== '(') return undefined
  const start = textEnd + 2
  const close = brackets.parenthesis(start - 1)
  if (close !== undefined) return within(state, { textEnd, address: state.src.slice(start, close), end: close + 1 })
  const blank = brackets.blankAfter(start - 1)
  const title = blank === undefined ? undefined : titleAfter(state.src, blank)
  if (title === undefined) return undefined
  return within(state, { textEnd, address: state.src.slice(start, blank), ...title })
}

const within = (state: StateInline, parts: Omit<Parts, 'title'> & { title?: string }): Parts | undefined =>
  parts.end > state.posMax ? undefined : { ...parts, title: parts.title }

function titleAfter(text: string, blank: number): { title: string; end: number } | undefined {
  const start = skipBlanks(text, blank)
  const quote = text[start]
  if (quote !== '"' && quote !== "'") return undefined
  const end = text.indexOf(quote, start + 1)
  if (end === -1) return undefined
  const close = skipBlanks(text, end + 1)
  return text[close] === ')' ? { title: text.slice(start + 1, end), end: close + 1 } : undefined
}

function skipBlanks(text: string, from: number): number {
  let position = from
  while (text[position] === ' ') position++
  return position
}

function readLink(state: StateInline, silent: boolean): boolean {
  const { pos, posMax } = state
  if (state.src[pos] !== '[' || state.linkLevel > 0) return false
  const parts = partsAt(state, pos)
  if (parts === undefined) return false
  const href = linkAddress(parts.address, notesOf(state).context.settings)
  if (href === undefined) return false
  if (!silent) {
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', href]]
    if (parts.title !== undefined && parts.title !== '') open.attrs.push(['title', parts.title])
    state.pos = pos + 1
    state.posMax = parts.textEnd
    state.linkLevel++
    if (state.src.slice(pos + 1, parts.textEnd).trim() === '') state.push('address', '', 0).content = parts.address
    else state.md.inline.tokenize(state)
    state.linkLevel--
    state.posMax = posMax
    state.push('link_close', 'a', -1)
  }
  state.pos = parts.end
  return true
}

function readImage(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '!') return false
  const parts = partsAt(state, state.pos + 1)
  if (parts === undefined) return false
  const notes = notesOf(state)
  const url = linkAddress(parts.address, notes.context.settings)
  if (url === undefined) return false
  if (!silent) {
    notes.addAttachment(url)
    const token = state.push('image', 'img', 0)
    token.content = state.src.slice(state.pos, parts.end)
    token.meta = { alt: state.src.slice(state.pos + 2, parts.textEnd), url }
  }
  state.pos = parts.end
  return true
}
