/** Converts a rendered message for pages without our styles and pictures. */
export const displayHtml = (html: string): string => CHANGES.reduce((text, change) => change(text), html)

const CHANGES: readonly ((html: string) => string)[] = [
  withoutSecondFormulas,
  // The picture of an emoji comes from a style sheet. Its class contains the character.
  (html) =>
    html.replace(/<span [^>]*class="emoji emoji-([\da-f-]+)"[^>]*>[^<]*<\/span>/g, (_, code) => characters(code)),
  (html) => html.replace(/<img [^>]*class="emoji"[^>]*>/g, (image) => `🖼 <em>${attribute(image, 'title')}</em>`),
  (html) => html.replace(/<img [^>]*>/g, '🖼'),
  (html) => html.replace(/<(video|audio) .*?<\/\1>/g, (_, tag) => (tag === 'video' ? '🎬' : '🔊')),
  // Links into the organization have no target here.
  (html) => html.replace(/ href="[/#][^"]*"/g, ' href="#writing-messages"'),
  (html) => html.replaceAll('<div class="spoiler-block"><div class="spoiler-header">', '<details><summary>'),
  (html) => html.replaceAll('</div><div class="spoiler-content" aria-hidden="true">', '</summary>'),
  (html) => (html.includes('<details>') ? html.replaceAll('</div></div>', '</details>') : html),
  // The page would drop these attributes anyway.
  (html) => html.replace(/ (class|data-[\w-]+|aria-hidden)="[^"]*"/g, '').replaceAll('<span></span>', ''),
]

const characters = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)))

const attribute = (tag: string, name: string): string => tag.split(` ${name}="`)[1]?.split('"')[0] ?? ''

/** A formula is written twice: as MathML, which any page can show, and for our styles. */
function withoutSecondFormulas(html: string): string {
  const [before, ...rest] = html.split('<span class="katex-html" aria-hidden="true">')
  return [before, ...rest.map(afterClosing)].join('')
}

/** The text after the end tag of the element whose content starts the text. */
function afterClosing(text: string): string {
  let depth = 1
  for (const tag of text.matchAll(/<(\/?)span/g)) {
    depth += tag[1] === '/' ? -1 : 1
    if (depth === 0) return text.slice(tag.index + '</span>'.length)
  }
  return ''
}
