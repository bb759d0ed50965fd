import { Token } from 'parse5'

/** Elements whose content is not text for people. */
export const HIDDEN_ELEMENTS = new Set(
  'audio canvas iframe math noembed noframes noscript object script select style svg template textarea title video xmp'.split(
    ' ',
  ),
)

const RAW_TEXT: Readonly<Record<string, 'SCRIPT_DATA' | 'RAWTEXT' | 'RCDATA'>> = {
  script: 'SCRIPT_DATA',
  iframe: 'RAWTEXT',
  noembed: 'RAWTEXT',
  noframes: 'RAWTEXT',
  style: 'RAWTEXT',
  xmp: 'RAWTEXT',
  textarea: 'RCDATA',
  title: 'RCDATA',
}

/** How the text in an element is read in which tags do not count. Undefined for other elements. */
export const rawTextMode = (name: string) => (Object.hasOwn(RAW_TEXT, name) ? RAW_TEXT[name] : undefined)

/** Only these count, because the end of others may be left out. */
const CLOSED = new Set(['div', 'span', 'table', 'blockquote'])

/** Text that mail programs show in lists of mails, and not in the mail. */
export const isHidden = (tag: Token.TagToken): boolean =>
  CLOSED.has(tag.tagName) && /display\s*:\s*none/i.test(Token.getTokenAttr(tag, 'style') ?? '')

const QUOTE_CLASS = /(?:^|\s)(?:gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote)(?:\s|$)/
const REST_ID = /^(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)$/
/** The line above the original in mails of Outlook for the desktop. */
const REST_STYLE = /border-top:\s*solid\s+#(?:E1E1E1|B5C4DF)/i

/** What mail programs mark as the mail that is answered: an element, or everything from it on. */
export function quoteKind(tag: Token.TagToken): 'element' | 'rest' | null {
  const attribute = (name: string) => Token.getTokenAttr(tag, name) ?? ''
  if (REST_ID.test(attribute('id')) || REST_STYLE.test(attribute('style'))) return 'rest'
  const isQuote =
    QUOTE_CLASS.test(attribute('class')) || (tag.tagName === 'blockquote' && attribute('type').toLowerCase() === 'cite')
  return isQuote && CLOSED.has(tag.tagName) ? 'element' : null
}
