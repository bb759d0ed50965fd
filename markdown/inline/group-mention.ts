import type { MarkdownIt } from 'markdown-it'
import { notesOf } from '../notes.ts'
import { pushMention } from './mention-token.ts'
import { referenceRule, type WriteReference } from './reference.ts'
import { atSign } from './signs.ts'

/** `@*group*`. */
export function groupMention(engine: MarkdownIt): void {
  atSign(engine, '@', 'group_mention', referenceRule('@', '*', writeGroupMention))
}

const writeGroupMention: WriteReference = (state, name, silent) => {
  const group = notesOf(state).context.groupNamed(name)
  if (group) pushMention(state, { kind: 'group', group }, silent)
  return group !== undefined
}
