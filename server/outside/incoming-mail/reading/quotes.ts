/** Longer lines are none of those that introduce a quote. */
const MAX_INTRODUCTION_LENGTH = 500

const ORIGINAL =
  /^[-_\s]*(?:original message|forwarded message|original appointment|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale)[-_\s]*$/i
const WROTE =
  /(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał\S*|skrev|kirjoitti)\b.{0,300}:$/iu
const HEADER_START = /^\*?(?:from|von|de|da|van)\s?:\*?\s/i
const HEADER_LINE =
  /^\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|objet|à|enviado|para|asunto|inviato|oggetto|verzonden|onderwerp)\s?:\*?\s/i
const UNDERLINE = /^_{10,}$/

const isQuoted = (line: string): boolean => line.startsWith('>')
const isBlank = (line: string): boolean => line.trim() === ''
const isShort = (line: string): boolean => line.length <= MAX_INTRODUCTION_LENGTH

/**
 * A mail without the mail that it answers at its end. Quotes between answers stay, because the answers need them. Empty
 * if nothing is left.
 */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n')
  const kept = withoutTrailingQuote(lines.slice(0, startOfOriginal(lines)))
  return kept.every(isBlank) ? '' : kept.join('\n').trimEnd()
}

/** Where the original begins that some programs append without signs before its lines. */
function startOfOriginal(lines: readonly string[]): number {
  const index = lines.findIndex(
    (line, at) => isShort(line) && (ORIGINAL.test(line.trim()) || isHeaderBlock(lines.slice(at, at + 6))),
  )
  if (index < 0) return lines.length
  return UNDERLINE.test(lines[index - 1]?.trim() ?? '') ? index - 1 : index
}

/** Sender, date and subject below each other. */
function isHeaderBlock([first = '', ...next]: readonly string[]): boolean {
  return (
    HEADER_START.test(first.trim()) && next.filter((line) => isShort(line) && HEADER_LINE.test(line.trim())).length > 1
  )
}

function withoutTrailingQuote(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => !isBlank(line) && !isQuoted(line)) + 1
  if (!lines.slice(end).some(isQuoted)) return lines
  return lines.slice(0, startOfAttribution(lines, end))
}

/** "On Monday Ann wrote:" may take up to three lines. */
function startOfAttribution(lines: readonly string[], end: number): number {
  for (let count = 1; count <= 3 && count <= end; count += 1) {
    const start = end - count
    if (isBlank(lines[start]!)) return end
    const joined = lines.slice(start, end).join(' ').trim()
    if (isShort(joined) && WROTE.test(joined) && (count > 1 || /^\S.*\d/.test(joined))) return start
  }
  return end
}

/** A line that begins a signature, or the footer of a mailing list. */
const FOOTER = /^(?:--|_{20,})\s*$/

/** Without the signature. Where several lines could begin one, the text means something else by them. */
export function withoutFooter(text: string): string {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (FOOTER.test(line) ? [index] : []))
  const kept = starts.length === 1 ? lines.slice(0, starts[0]) : lines
  return kept.every(isBlank) ? text : kept.join('\n').trimEnd()
}
