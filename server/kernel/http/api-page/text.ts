import { escapeHtml } from '../escape-html.ts'

/** A sentence of ours: `words` between backticks are code. */
export const sentence = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** `update_message_flags/add` → `event-update_message_flags-add`: what an address can point at. */
export const anchor = (kind: string, name: string): string => `${kind}-${name.replaceAll(/[^\w-]/g, '-')}`

export const link = (kind: string, name: string): string => `<a href="#${anchor(kind, name)}">${code(name)}</a>`
