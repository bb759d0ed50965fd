import type { MarkdownIt } from 'markdown-it'
import Token from 'markdown-it/lib/token.mjs'
import type { RenderContext } from '../context.ts'
import { fillEmojiToken } from '../emoji/emoji-token.ts'
import { silenceMention } from '../inline/mention-token.ts'
import { type Notes, notesOf } from '../notes.ts'
import { findBareLinks } from './find-bare-links.ts'
import { findCharacterEmoji, findNamedEmoji } from './find-emoji.ts'
import { findEmoticons } from './find-emoticons.ts'
import { findLinkified } from './find-linkified.ts'
import { type Finding, mergeFindings } from './finding.ts'
import { findNamedCharacters, withAmpersands } from './named-characters.ts'

/** One pass over the text that the inline rules left, to find links and emoji. */
export function textConstructs(engine: MarkdownIt): void {
  engine.core.ruler.push('text_constructs', (state) => {
    const notes = notesOf(state)
    let quotes = 0
    for (const token of state.tokens) {
      if (token.type === 'blockquote_open') quotes++
      else if (token.type === 'blockquote_close') quotes--
      else if (token.type === 'inline' && token.children) {
        if (quotes > 0) silenceMentions(token.children)
        token.children = expand(token.children, notes)
      }
    }
  })
}

function silenceMentions(tokens: readonly Token[]): void {
  for (const token of tokens) if (token.type === 'mention') silenceMention(token)
}

function expand(tokens: Token[], notes: Notes): Token[] {
  let expanded: Token[] | undefined
  let links = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.type === 'link_open') links++
    else if (token.type === 'link_close') links--
    const found = token.type === 'text' ? findIn(token.content, links > 0, notes) : NOTHING
    if (found.length === 0) expanded?.push(token)
    else {
      expanded ??= tokens.slice(0, index)
      split(token.content, found, expanded)
    }
  }
  return expanded ?? tokens
}

/** A link makes three tokens. */
const FINDING_COST = 20

const NOTHING: readonly Finding[] = []

/** A dot within a word, a scheme, a name between colons, or a possible emoji. Few texts have these. */
const MAY_HOLD_MORE = /\.[\w\u00AA-\u203B-]|:\/\/|bitcoin:|:[\w+\u00C0-\uFFFF-]+:|[\u00A9\u00AE\u203C-\uFFFF]/i
const MAY_HOLD_EMOJI = /:[\w+\u00C0-\uFFFF-]+:|[\u00A9\u00AE\u203C-\uFFFF]/

function findIn(text: string, isInLink: boolean, notes: Notes): readonly Finding[] {
  notes.pay(text.length)
  const { settings, linkifiers } = notes.context
  const mayHoldMore = MAY_HOLD_MORE.test(text)
  let found = mayHoldMore && !isInLink ? findBareLinks(text, settings) : NOTHING
  // An organization's pattern may match any word.
  if (linkifiers.length > 0 && !isInLink) found = mergeFindings(found, findLinkified(text, notes))
  if (text.includes('&')) found = mergeFindings(found, findNamedCharacters(text))
  const mayHoldEmoji = (mayHoldMore && MAY_HOLD_EMOJI.test(text)) || settings.translateEmoticons
  if (mayHoldEmoji) found = mergeFindings(found, findEmoji(text, notes.context))
  notes.pay(FINDING_COST * found.length)
  return found
}

function findEmoji(text: string, context: RenderContext): readonly Finding[] {
  const written = mergeFindings(findNamedEmoji(text, context), findEmoticons(text, context))
  return mergeFindings(written, findCharacterEmoji(text))
}

function split(text: string, found: readonly Finding[], into: Token[]): void {
  let done = 0
  for (const { start, end, as } of found) {
    if (start > done) into.push(tokenOf('text', '', 0, text.slice(done, start)))
    if ('character' in as) into.push(tokenOf('text', '', 0, as.character))
    else if ('emoji' in as) into.push(fillEmojiToken(tokenOf('emoji', '', 0, ''), as.emoji))
    else {
      const open = tokenOf('link_open', 'a', 1, '')
      open.attrs = [['href', as.link]]
      open.info = 'auto'
      const close = tokenOf('link_close', 'a', -1, '')
      close.info = 'auto'
      into.push(open, tokenOf('verbatim', '', 0, withAmpersands(text.slice(start, end))), close)
    }
    done = end
  }
  if (done < text.length) into.push(tokenOf('text', '', 0, text.slice(done)))
}

function tokenOf(type: string, tag: string, nesting: -1 | 0 | 1, content: string): Token {
  const token = new Token(type, tag, nesting)
  token.content = content
  return token
}
