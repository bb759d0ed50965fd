import type { Emitter } from 'highlight.js'
import { escapeText } from '../html/escape.ts'
import { tag } from '../html/tag.ts'
import { classFor } from './token-classes.ts'

/** Writes the parts that the highlighter finds as spans with short classes. */
export class TokenWriter implements Emitter {
  #html = ''
  /** The scopes around the next text. Those before `#opened` already have their tag or need none. */
  readonly #scopes: { readonly name: string; isWritten: boolean }[] = []
  #opened = 0

  startScope(name: string): void {
    this.#scopes.push({ name, isWritten: false })
  }

  endScope(): void {
    const scope = this.#scopes.pop()
    this.#opened = Math.min(this.#opened, this.#scopes.length)
    if (scope?.isWritten) this.#html += '</span>'
  }

  // The same functions under the names that modes use. Keywords use the ones above.
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  addText(text: string): void {
    if (text === '') return
    this.#openScopes(text)
    this.#html += escapeText(text)
  }

  __addSublanguage(inner: Emitter): void {
    this.#openScopes('')
    this.#html += inner.toHTML()
  }

  finalize(): void {
    while (this.#scopes.length > 0) this.endScope()
  }

  toHTML(): string {
    return this.#html
  }

  #openScopes(text: string): void {
    for (; this.#opened < this.#scopes.length; this.#opened++) {
      const scope = this.#scopes[this.#opened]!
      const className = classFor(scope.name, text)
      if (className === undefined) continue
      scope.isWritten = true
      this.#html += tag('span', { class: className })
    }
  }
}
