export type Format = 'bold' | 'italic' | 'link' | 'list' | 'code' | 'quote' | 'strike' | 'numbered' | 'math' | 'spoiler'

/** Replaces what is selected, as typing would: the browser can undo it. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Puts marks around the selection, which stays selected, or takes them away. */
function wrap(field: HTMLTextAreaElement, before: string, after: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const inner = value.slice(start, end)
  const isWrapped = value.slice(0, start).endsWith(before) && value.slice(end).startsWith(after)
  if (isWrapped) {
    field.setSelectionRange(start - before.length, end + after.length)
    insertText(field, inner)
    field.setSelectionRange(start - before.length, end - before.length)
  } else {
    insertText(field, before + inner + after)
    field.setSelectionRange(start + before.length, end + before.length)
  }
}

/** Selects whole lines, and replaces them. */
function changeLines(field: HTMLTextAreaElement, change: (lines: string) => string): void {
  const { value } = field
  const start = value.lastIndexOf('\n', field.selectionStart - 1) + 1
  const next = value.indexOf('\n', field.selectionEnd)
  const end = next < 0 ? value.length : next
  field.setSelectionRange(start, end)
  insertText(field, change(value.slice(start, end)))
}

const ADDRESS = 'https://'

function link(field: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const inner = value.slice(start, end)
  insertText(field, `[${inner}](${ADDRESS})`)
  const address = start + inner.length + 3
  if (inner === '') field.setSelectionRange(start + 1, start + 1)
  else field.setSelectionRange(address, address + ADDRESS.length)
}

const asList = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => `* ${line}`)
    .join('\n')

const asNumbered = (lines: string): string =>
  lines
    .split('\n')
    .map((line, index) => `${index + 1}. ${line}`)
    .join('\n')

/** Formulas of several lines stand in a block of their own. */
function math(field: HTMLTextAreaElement): void {
  const isLong = field.value.slice(field.selectionStart, field.selectionEnd).includes('\n')
  if (isLong) changeLines(field, (lines) => `\`\`\`math\n${lines}\n\`\`\``)
  else wrap(field, '$$', '$$')
}

/** Code of several lines stands in a block of its own. */
function code(field: HTMLTextAreaElement): void {
  const isLong = field.value.slice(field.selectionStart, field.selectionEnd).includes('\n')
  if (isLong) changeLines(field, (lines) => `\`\`\`\n${lines}\n\`\`\``)
  else wrap(field, '`', '`')
}

const FORMATS: Readonly<Record<Format, (field: HTMLTextAreaElement) => void>> = {
  bold: (field) => wrap(field, '**', '**'),
  italic: (field) => wrap(field, '*', '*'),
  link,
  list: (field) => changeLines(field, asList),
  code,
  strike: (field) => wrap(field, '~~', '~~'),
  numbered: (field) => changeLines(field, asNumbered),
  math,
  spoiler: (field) => changeLines(field, (lines) => `\`\`\`spoiler\n${lines}\n\`\`\``),
  quote: (field) => changeLines(field, (lines) => `\`\`\`quote\n${lines}\n\`\`\``),
}

/** Formats what is selected, or what will be typed next. */
export function formatText(field: HTMLTextAreaElement, format: Format): void {
  field.focus()
  FORMATS[format](field)
}

const KEYS: Readonly<Record<string, Format>> = {
  'Ctrl+B': 'bold',
  'Ctrl+I': 'italic',
  'Ctrl+Shift+L': 'link',
  'Ctrl+Shift+X': 'strike',
}

/** The format of a key such as `Ctrl+B`. */
export const formatOfKey = (name: string): Format | undefined => KEYS[name]
