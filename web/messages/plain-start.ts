const LENGTH = 80

/** The first words of a message, without its markup, for its accessible name. */
export function plainStart(html: string): string {
  const text = html
    .slice(0, 2_000)
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
