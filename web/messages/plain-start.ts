const LENGTH = 80
/** The content of an emoji is only its name between colons. */
const EMOJI = /<span[^>]*class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"[^>]*>[^<]*<\/span>/g
const characterOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((one) => Number.parseInt(one, 16)))

/** Markup inside a word or sentence. All other markup parts what is before and after it. */
const INLINE = /<\/?(?:a|b|code|del|em|i|s|span|strong|sub|sup|time|u)\b[^>]*>/g

/** The first words of a message, without its markup, for its accessible name. */
export function plainStart(html: string): string {
  const text = html
    .slice(0, 2_000)
    .replace(EMOJI, (_, code: string) => characterOf(code))
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/gu, ' ')
    .trim()
  const letters = [...text]
  return letters.length > LENGTH ? `${letters.slice(0, LENGTH).join('')}…` : text
}
