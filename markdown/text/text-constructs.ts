import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import type { RenderContext } from '../context.ts'
import { fillEmojiToken } from '../emoji/emoji-token.ts'
import { silenceMention } from '../inline/mention-token.ts'
import { type Notes, notesOf } from '../notes.ts'
import { findBareLinks } from './find-bare-links.ts'
import { findCharacterEmoji, findNamedEmoji } from './find-emoji.ts'
import { findEmoticons } from './find-emoticons.ts'
import { findLinkified } from './find-linkified.ts'
import { type Finding, mergeFindings } from './finding.ts'

/** One pass over the text that the inline rules left: links and emoji are found where nothing else was. */
export function textConstructs(engine: MarkdownIt): void {
  engine.core.ruler.push('text_constructs', (state) => {
    const notes = notesOf(state)
    let quotes = 0
    for (const token of state.tokens) {
      if (token.type === 'blockquote_open') quotes++
      else if (token.type === 'blockquote_close') quotes--
      else if (token.type === 'inline' && token.children) {
        if (quotes > 0) silenceMentions(token.children)
        token.children = expand(token.children, state, notes)
      }
    }
  })
}

function silenceMentions(tokens: readonly Token[]): void {
  for (const token of tokens) if (token.type === 'mention') silenceMention(token)
}

function expand(tokens: Token[], state: StateCore, notes: Notes): Token[] {
  const expanded: Token[] = []
  let links = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.type === 'link_open') links++
    else if (token.type === 'link_close') links--
    if (token.type !== 'text') {
      expanded.push(token)
      continue
    }
    while (tokens[index + 1]?.type === 'text') token.content += tokens[++index]!.content
    notes.pay(token.content.length)
    const found = links > 0 ? findEmoji(token.content, notes.context) : findAll(token.content, notes)
    notes.pay(FINDING_COST * found.length)
    if (found.length === 0) expanded.push(token)
    else split(token, found, state, expanded)
  }
  return expanded
}

/** A link makes three tokens. */
const FINDING_COST = 20

const NOTHING_BUT_WORDS = /^[\w ,!?'’-]*$/

function findAll(text: string, notes: Notes): readonly Finding[] {
  // What an organization looks for may be a word.
  if (NOTHING_BUT_WORDS.test(text)) return findLinkified(text, notes)
  const links = findBareLinks(text, notes.context.settings)
  return mergeFindings(mergeFindings(links, findLinkified(text, notes)), findEmoji(text, notes.context))
}

function findEmoji(text: string, context: RenderContext): readonly Finding[] {
  const written = mergeFindings(findNamedEmoji(text, context), findEmoticons(text, context))
  return mergeFindings(written, findCharacterEmoji(text))
}

function split(token: Token, found: readonly Finding[], state: StateCore, into: Token[]): void {
  const text = token.content
  const add = (type: string, tag: string, nesting: -1 | 0 | 1, content = ''): Token => {
    const added = new state.Token(type, tag, nesting)
    added.level = token.level
    added.content = content
    into.push(added)
    return added
  }
  let done = 0
  for (const { start, end, as } of found) {
    if (start > done) add('text', '', 0, text.slice(done, start))
    if ('emoji' in as) fillEmojiToken(add('emoji', '', 0), as.emoji)
    else {
      const open = add('link_open', 'a', 1)
      open.attrs = [['href', as.link]]
      open.info = 'auto'
      add('verbatim', '', 0, text.slice(start, end))
      add('link_close', 'a', -1).info = 'auto'
    }
    done = end
  }
  if (done < text.length) add('text', '', 0, text.slice(done))
}
