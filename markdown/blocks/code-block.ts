import type { MarkdownIt, RendererRule } from 'markdown-it'
import { languageNamed } from '../code/languages.ts'
import { isRegularCode } from '../code/regular-code.ts'
import { escapeText } from '../html/escape.ts'
import { element } from '../html/tag.ts'
import { type Notes, notesOf } from '../notes.ts'
import { lineStart } from './lines.ts'

/** The limits of highlighting in one message. Each language is expensive on its first use. */
const COLOURED_LANGUAGES = 3
const COLOURED_CHARACTERS = 6000
const COLOURED_ODD_CHARACTERS = 1500

/** Code, fenced or indented by four spaces. */
export function codeBlock(engine: MarkdownIt): void {
  engine.enable('code')
  const render: RendererRule = (tokens, index, _options, env) => {
    const { content, type, info } = tokens[index]!
    const notes = notesOf({ env })
    const language = type === 'fence' ? info || notes.context.settings.defaultCodeLanguage : ''
    return lineStart(tokens, index) + codeHtml(withoutBlanksAtEnds(content), language, notes)
  }
  engine.renderer.rules['fence'] = render
  engine.renderer.rules['code_block'] = render
}

/** Removes blanks at line ends, and empty lines at the start and end. */
const withoutBlanksAtEnds = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd()

function codeHtml(code: string, language: string, notes: Notes): string {
  const name = language === '' ? undefined : languageNamed(language)
  const coloured = name === undefined ? undefined : colouredHtml(code, name, notes)
  const inside = element('span', {}, '') + element('code', {}, `${coloured ?? escapeText(code)}\n`)
  return `${element('div', { class: 'codehilite', 'data-code-language': name }, element('pre', {}, inside))}\n`
}

function colouredHtml(code: string, name: string, notes: Notes): string | undefined {
  const { typeset } = notes
  const isRegular = isRegularCode(code)
  const characters = typeset.codeCharacters + code.length
  const odd = typeset.oddCodeCharacters + (isRegular ? 0 : code.length)
  if (characters > COLOURED_CHARACTERS || odd > COLOURED_ODD_CHARACTERS) return undefined
  if (typeset.languages.size >= COLOURED_LANGUAGES && !typeset.languages.has(name)) return undefined
  typeset.codeCharacters = characters
  typeset.oddCodeCharacters = odd
  typeset.languages.add(name)
  return notes.context.typesetters.highlight(code, name)
}
