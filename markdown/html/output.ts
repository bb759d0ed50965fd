import type { MarkdownIt, Token } from 'markdown-it'
import { attribute, escapeText } from './escape.ts'
import { requireAllowed } from './tag.ts'

const NONE: readonly never[] = []

/**
 * Writes tokens by the rule of their type or as a tag. Only allowed tags can be written, and there is one way to
 * escape.
 */
export function output(engine: MarkdownIt): void {
  const { renderer } = engine
  // Called for every token with a tag, even without attributes.
  renderer.renderAttrs = ({ tag, attrs }) => {
    requireAllowed(tag, attrs === null ? NONE : attrs.map(([name]) => name))
    let written = ''
    if (attrs !== null) for (const [name, value] of attrs) written += attribute(name, value)
    return written
  }
  // One loop for blocks and their content. Most tokens are text and need no rule lookup.
  renderer.render = (tokens, options, env) => {
    let html = ''
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index]!
      const { type } = token
      if (type === 'text') html += escapeText(token.content)
      else if (type === 'inline') html += renderer.render(token.children!, options, env)
      else if (!token.hidden) {
        const rule = renderer.rules[type]
        html += rule ? rule(tokens, index, options, env, renderer) : tagOf(tokens, index, renderer.renderAttrs(token))
      }
    }
    return html
  }
}

function tagOf(tokens: readonly Token[], index: number, attributes: string): string {
  const { tag, nesting, block } = tokens[index]!
  const written = nesting === -1 ? `</${tag}>` : `<${tag}${attributes}>`
  if (!block) return written
  const isOnNewLine = nesting !== -1 && index > 0 && tokens[index - 1]!.hidden
  return (isOnNewLine ? '\n' : '') + written + (staysOnLine(tokens, index) ? '' : '\n')
}

/** True if the block's opening tag is followed directly by its text or its end. */
function staysOnLine(tokens: readonly Token[], index: number): boolean {
  const { tag, nesting } = tokens[index]!
  const next = tokens[index + 1]
  if (nesting !== 1 || next === undefined) return false
  return next.type === 'inline' || next.hidden || (next.nesting === -1 && next.tag === tag)
}
