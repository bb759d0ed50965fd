import { loadPart } from '../../kernel/load-part.ts'
import { t } from '../../kernel/texts.ts'
import { attachFiles } from '../files/attach-files.ts'
import { insertText } from '../format-text.ts'
import { complaint, type Target, targetKey } from '../store.ts'
import { cellsOf, tableOf } from './table.ts'

/** A longer text is not put into the field: the browser would stand still, and no message can have it. */
const MAX_PASTED_LENGTH = 100_000
/** Converting more takes too long. Its plain text is enough. */
const MAX_HTML_LENGTH = 1_000_000
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i

function refuse(target: Target, text: string): void {
  const file = new File([text], 'pasted.txt', { type: 'text/plain' })
  complaint.value = { key: targetKey(target), text: t('paste.tooLong', { count: text.length }), file }
}

/** An address that is pasted on a selection becomes its link. */
function asLink(field: HTMLTextAreaElement, text: string): string | undefined {
  const selected = field.value.slice(field.selectionStart, field.selectionEnd)
  const isName = selected.trim() !== '' && !selected.includes('\n') && !ADDRESS.test(selected.trim())
  return isName && ADDRESS.test(text.trim()) ? `[${selected}](${text.trim()})` : undefined
}

/** Puts another text where one was just pasted, unless it has been changed or the focus is elsewhere. */
function replacePasted(field: HTMLTextAreaElement, start: number, text: string, next: string): void {
  const { selectionStart, selectionEnd, value } = field
  const end = start + text.length
  if (document.activeElement !== field || value.slice(start, end) !== text) return
  const move = (at: number): number => (at >= end ? at + next.length - text.length : Math.min(at, start))
  field.setSelectionRange(start, end)
  insertText(field, next)
  field.setSelectionRange(move(selectionStart), move(selectionEnd))
}

/** Its plain text is there at once: what converts it may be slow, or not load, and somebody may send meanwhile. */
async function pasteHtml(field: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  const target = field.dataset['target']
  const start = field.selectionStart
  insertText(field, text)
  const whole = field.value
  const converted = loadPart(() => import('./to-markdown.ts')).then(({ toMarkdown }) => toMarkdown(html))
  const markdown = (await converted.catch(() => undefined)) ?? text
  if (markdown === text || field.dataset['target'] !== target) return
  // Nothing came between: then both are one step for Ctrl Z.
  if (text !== '' && field.value === whole && document.activeElement === field && document.execCommand('undo'))
    insertText(field, markdown)
  else replacePasted(field, start, text, markdown)
}

/** Puts what is on the clipboard into the text: files, links, tables and rich text as Markdown. */
export function paste(event: ClipboardEvent, field: HTMLTextAreaElement, target: Target): void {
  const data = event.clipboardData
  if (!data) return
  const text = data.getData('text/plain').replaceAll('\r\n', '\n')
  const html = data.getData('text/html')
  const link = asLink(field, text)
  const cells = html === '' ? cellsOf(text) : undefined
  // Cells of a spreadsheet also come as a picture.
  if (data.files.length > 0 && text === '') attachFiles(target, [...data.files])
  else if (text.length > MAX_PASTED_LENGTH) refuse(target, text)
  else if (link !== undefined) insertText(field, link)
  else if (cells) insertText(field, tableOf(cells))
  else if (html !== '' && html.length < MAX_HTML_LENGTH) void pasteHtml(field, html, text)
  else return
  event.preventDefault()
}

/** Takes files that are dropped on the composer. */
export function drop(event: DragEvent, target: Target): void {
  const files = event.dataTransfer?.files
  if (!files?.length) return
  event.preventDefault()
  attachFiles(target, [...files])
}
