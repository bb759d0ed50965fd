import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tableLines } from './table-lines.ts'
import { root } from './tools.ts'

/** Generates markdown/code/language-table.ts from languages.tsv, in the form that browsers load. */
export async function languageTable(): Promise<string> {
  const rows = await readFile(join(root, 'markdown', 'code', 'languages.tsv'), 'utf8')
  const wordsOf = new Map<string, string[]>()
  for (const row of rows.trimEnd().split('\n').slice(1)) {
    const [word = '', name = ''] = row.split('\t')
    // The name itself in lower case is implied.
    wordsOf.set(name, [...(wordsOf.get(name) ?? []), word === name.toLowerCase() ? '' : word])
  }
  const entries = [...wordsOf].map(([name, words]) => (words.join() === '' ? name : `${name}:${words.join(' ')}`))
  const table = tableLines(entries, '|')
  return `// Written by npm run generate; read by languages.ts.\nexport const LANGUAGE_TABLE = \`${table}\`\n`
}
