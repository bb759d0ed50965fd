import { createRequire } from 'node:module'
import { frontCode } from '../markdown/emoji/front-code.ts'

/** Names from the common vocabularies, the most used first: what people type between colons in other programs works. */
const VOCABULARIES = ['iamcal', 'github', 'emojibase', 'joypixels', 'cldr']
/** Names that the emoticons need and no vocabulary has. */
const OURS: Readonly<Record<string, string>> = { '1f641': 'frown' }
/** One emoji in five colours is one emoji: the names and sequences with a skin tone are left out. */
const SKIN_TONE = /(^|-)1f3f[b-f]/
const LINE_WIDTH = 2000

type Vocabulary = Readonly<Record<string, string | readonly string[]>>
const read = createRequire(import.meta.url)

/** markdown/emoji/table.ts: every code with its names, the first one first. */
export function emojiTable(): string {
  const { names: namesOf, owners } = readVocabularies()
  const isText = textByDefault()
  const entries: string[] = []
  let lastCode = ''
  let lastName = ''
  for (const [code, names] of [...namesOf].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const words = [frontCode(lastCode, code) + (isText.has(code) ? '.' : '')]
    for (const name of names) {
      words.push(frontCode(lastName, name) + (owners.get(name) === code ? '' : '='))
      lastName = name
    }
    lastCode = code
    entries.push(words.join(' '))
  }
  return module(entries)
}

const withoutSelectors = (hexcode: string): string => hexcode.toLowerCase().replace(/-fe0f/g, '')

interface Named {
  readonly names: Map<string, Set<string>>
  /** A name that several codes bear means the first in the order of the vocabularies. */
  readonly owners: Map<string, string>
}

function readVocabularies(): Named {
  const names = new Map<string, Set<string>>()
  const owners = new Map<string, string>()
  const add = (code: string, name: string): void => {
    if (!owners.has(name)) owners.set(name, code)
    if (!SKIN_TONE.test(code)) names.set(code, (names.get(code) ?? new Set()).add(name))
  }
  for (const vocabulary of VOCABULARIES) {
    const entries = read(`emojibase-data/en/shortcodes/${vocabulary}.json`) as Vocabulary
    for (const [hexcode, given] of Object.entries(entries)) {
      for (const name of [given].flat()) add(withoutSelectors(hexcode), name)
    }
  }
  for (const [code, name] of Object.entries(OURS)) add(code, name)
  return { names, owners }
}

/** The characters that are shown as text unless a selector follows. */
function textByDefault(): Set<string> {
  const emoji = read('emojibase-data/en/data.json') as readonly { hexcode: string; type: 0 | 1 }[]
  return new Set(emoji.filter(({ type }) => type === 0).map(({ hexcode }) => withoutSelectors(hexcode)))
}

function module(entries: readonly string[]): string {
  const lines: string[] = []
  let line = ''
  for (const entry of entries) {
    if (line !== '' && line.length + entry.length > LINE_WIDTH) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? entry : `,${entry}`
  }
  lines.push(line)
  return `// Written by npm run generate; read it with table-reader.ts.\nexport const EMOJI_TABLE = \`${lines.join('\n')}\`\n`
}
