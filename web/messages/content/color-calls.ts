import { make } from './make-element.ts'

/** Longer code stays as it is: nobody reads it here. */
const MAX_CODE_LENGTH = 20_000
const CALL = /[\p{L}_][\p{L}\p{N}_]*(?=\()/gu

/** Colours the names of called functions. The server marks only those that are defined. */
export function colorCalls(block: HTMLElement): void {
  const code = block.querySelector('code')
  if (!code || !block.dataset['codeLanguage'] || (code.textContent?.length ?? 0) > MAX_CODE_LENGTH) return
  for (const node of [...code.childNodes]) {
    if (!(node instanceof Text) || !node.data.includes('(')) continue
    const parts: (Node | string)[] = []
    let end = 0
    for (const { 0: name, index } of node.data.matchAll(CALL)) {
      parts.push(node.data.slice(end, index), make('span', { class: 'nf' }, name))
      end = index + name.length
    }
    if (end > 0) node.replaceWith(...parts, node.data.slice(end))
  }
}
