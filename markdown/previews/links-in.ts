import type { Token } from 'markdown-it'
import type { PreviewedLink } from './preview.ts'

const NONE: readonly PreviewedLink[] = []

/** The links of a block, in order. */
export function linksIn(tokens: readonly Token[]): readonly PreviewedLink[] {
  let links: PreviewedLink[] | undefined
  let url: string | undefined
  let text = ''
  for (const token of tokens) {
    if (token.type === 'link_open') {
      url = String(token.attrGet('href'))
      text = ''
    } else if (token.type === 'link_close' && url !== undefined) {
      links ??= []
      links.push({ url, text: text === url || token.info === 'auto' ? undefined : text })
      url = undefined
    } else if (url !== undefined) text += token.content
  }
  return links ?? NONE
}

/** True if the block consists of one address only. */
export function isOnlyAddress(tokens: readonly Token[]): boolean {
  const [link] = linksIn(tokens)
  return tokens.length === 3 && tokens[0]!.type === 'link_open' && link !== undefined && link.text === undefined
}
