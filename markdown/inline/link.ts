import type { MarkdownIt } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { notesOf } from '../notes.ts'
import { withNamedCharacters } from '../text/named-characters.ts'
import type { InlineState } from './inline-state.ts'
import { bracketsIn } from './link-brackets.ts'
import { destinationAt, type LinkDestination } from './link-destination.ts'
import { atSign, readAll } from './signs.ts'
import { pushVerbatim } from './verbatim.ts'

/** `[text](address)`, `[text](address "title")` and `![text](address)`. */
export function link(engine: MarkdownIt): void {
  atSign(engine, '!', 'our_image', readImage)
  atSign(engine, '[', 'our_link', readLink)
  // Previews replace the images that they can show. The others are shown as typed.
  engine.renderer.rules['image'] = (tokens, index) => escapeText(tokens[index]!.content)
}

interface Parts {
  readonly textEnd: number
  readonly destination: LinkDestination
}

function partsAt(state: InlineState, open: number): Parts | undefined {
  const textEnd = bracketsIn(state).square(open)
  if (textEnd === undefined || state.src[textEnd + 1] !== '(') return undefined
  const destination = destinationAt(state, textEnd + 1)
  return destination === undefined || destination.end > state.posMax ? undefined : { textEnd, destination }
}

function readLink(state: InlineState): boolean {
  const { pos, posMax } = state
  const notes = notesOf(state)
  if (notes.linkDepth > 0) return false
  const parts = partsAt(state, pos)
  if (parts === undefined) return false
  const { textEnd, destination } = parts
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', destination.href]]
  if (destination.title !== '') open.attrs.push(['title', withNamedCharacters(destination.title)])
  state.pos = pos + 1
  state.posMax = textEnd
  notes.linkDepth++
  if (state.src.slice(pos + 1, textEnd).trim() === '') pushVerbatim(state, withNamedCharacters(destination.address))
  else readAll(state)
  notes.linkDepth--
  state.posMax = posMax
  state.push('link_close', 'a', -1)
  state.pos = destination.end
  return true
}

function readImage(state: InlineState): boolean {
  const parts = partsAt(state, state.pos + 1)
  if (parts === undefined) return false
  const { textEnd, destination } = parts
  notesOf(state).addAttachment(destination.href)
  const token = state.push('image', 'img', 0)
  token.content = state.src.slice(state.pos, destination.end)
  token.meta = { alt: state.src.slice(state.pos + 2, textEnd), url: destination.href }
  state.pos = destination.end
  return true
}
