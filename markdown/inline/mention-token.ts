import type { MarkdownIt, Token } from 'markdown-it'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { notesOf } from '../notes.ts'
import type { InlineState } from './inline-state.ts'
import { isGone, type MentionTarget, nameOfMentioned, noteMention } from './mentioned.ts'

const CLASS: Readonly<Record<MentionTarget['kind'], string>> = {
  person: 'user-mention',
  channel: 'user-mention channel-wildcard-mention',
  topic: 'topic-mention',
  group: 'user-group-mention',
}

export function pushMention(state: InlineState, mentioned: MentionTarget, silent: boolean): void {
  const token = state.push('mention', 'span', 0)
  token.meta = { mentioned }
  setSilent(token, silent || isGone(mentioned))
}

/** A quoted mention notifies no one, so that answers do not notify the mentioned people again. */
export function silenceMention(token: Token): void {
  setSilent(token, true)
}

function setSilent(token: Token, silent: boolean): void {
  const mentioned = token.meta!['mentioned'] as MentionTarget
  token.meta = { mentioned, silent }
  token.content = `${silent ? '' : '@'}${nameOfMentioned(mentioned)}`
}

/** Writes mentions and notes them. Only written mentions count. */
export function mentionTokens(engine: MarkdownIt): void {
  engine.renderer.rules['mention'] = (tokens, index, _options, env) => writeMention(tokens[index]!, env)
}

function writeMention(token: Token, env: unknown): string {
  const { mentioned, silent } = token.meta as { mentioned: MentionTarget; silent: boolean }
  noteMention(notesOf({ env }).mentions, mentioned, silent)
  const attributesOfKind = {
    class: silent ? `${CLASS[mentioned.kind]} silent` : CLASS[mentioned.kind],
    'data-user-id': mentioned.kind === 'person' ? mentioned.person.id : mentioned.kind === 'channel' ? '*' : undefined,
    'data-user-group-id': mentioned.kind === 'group' ? mentioned.group.id : undefined,
  }
  return element('span', attributesOfKind, escapeText(token.content))
}
