import type { NarrowTerm } from '../../../api/objects/narrow.ts'
import { escapeHtml } from '../history/html-diff.ts'
import { highlight } from '../search/highlight.ts'
import { searchOf } from './search-term.ts'

/** A message as HTML, with what was searched for highlighted. */
export interface Match {
  readonly match_content: string
  readonly match_subject: string
}

/** Highlights what a narrow searches for. Without a search nothing is highlighted. */
export function highlighter(narrow: readonly NarrowTerm[]): (rendered: string, topic: string) => Match {
  const search = searchOf(narrow)
  const mark = (html: string) => (search ? highlight(html, search) : html)
  return (rendered, topic) => ({ match_content: mark(rendered), match_subject: mark(escapeHtml(topic)) })
}
