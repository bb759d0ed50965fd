import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { notesOf } from '../notes.ts'
import { bracketsIn } from './link-brackets.ts'
import { destinationAt, type LinkDestination } from './link-destination.ts'
import { pushVerbatim } from './verbatim.ts'

/** `[text](address)`, `[text](address "title")` and `![text](address)`. */
export function link(engine: MarkdownIt): void {
  engine.inline.ruler.push('our_image', readImage, { alt: ['!'] })
  engine.inline.ruler.push('our_link', readLink, { alt: ['['] })
  // Previews give a picture its meaning; what stays without one is shown as it was typed.
  engine.renderer.rules['image'] = (tokens, index) => escapeText(tokens[index]!.content)
}

interface Parts extends LinkDestination {
  readonly textEnd: number
}

function partsAt(state: StateInline, open: number): Parts | undefined {
  const textEnd = bracketsIn(state).square(open)
  if (textEnd === undefined || state.src[textEnd + 1] !== '(') return undefined
  const destination = destinationAt(state, textEnd + 1)
  return destination === undefined || destination.end > state.posMax ? undefined : { textEnd, ...destination }
}

function readLink(state: StateInline, silent: boolean): boolean {
  const { pos, posMax } = state
  if (state.src[pos] !== '[' || notesOf(state).linkDepth > 0) return false
  const parts = partsAt(state, pos)
  if (parts === undefined) return false
  if (!silent) {
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', parts.href]]
    if (parts.title !== '') open.attrs.push(['title', parts.title])
    state.pos = pos + 1
    state.posMax = parts.textEnd
    notesOf(state).linkDepth++
    if (state.src.slice(pos + 1, parts.textEnd).trim() === '') pushVerbatim(state, parts.address)
    else state.md.inline.tokenize(state)
    notesOf(state).linkDepth--
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
  if (!silent) {
    notesOf(state).addAttachment(parts.href)
    const token = state.push('image', 'img', 0)
    token.content = state.src.slice(state.pos, parts.end)
    token.meta = { alt: state.src.slice(state.pos + 2, parts.textEnd), url: parts.href }
  }
  state.pos = parts.end
  return true
}
