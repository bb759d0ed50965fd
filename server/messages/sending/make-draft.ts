import type { Rendering } from '../../../markdown/rendering.ts'
import { messageLexemes } from '../search/lexemes.ts'
import type { Draft } from './send-message.ts'

type Options = Partial<Omit<Draft, 'content' | 'rendering' | 'lexemes'>>

/** A rendered text as a draft. Unless the options say otherwise, its sender has read it and nothing identifies it. */
export const makeDraft = (content: string, rendering: Rendering, options: Options = {}): Draft => ({
  content,
  rendering,
  lexemes: messageLexemes(rendering.html),
  participants: options.participants ?? [],
  readBySender: options.readBySender ?? true,
  previewsLinks: options.previewsLinks,
  local: options.local,
  key: options.key,
  widget: options.widget,
  unreadFor: options.unreadFor,
})
