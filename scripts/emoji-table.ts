import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { frontCode } from '../markdown/emoji/front-code.ts'
import { tableLines } from './table-lines.ts'
import { root } from './tools.ts'

/** Generates markdown/emoji/table.ts from names.tsv, in the form that browsers load. */
export async function emojiTable(): Promise<string> {
  const names = await readFile(join(root, 'markdown', 'emoji', 'names.tsv'), 'utf8')
  const entries: string[] = []
  let lastCode = ''
  let lastName = ''
  for (const row of names.trimEnd().split('\n').slice(1)) {
    const [code = '', shown, given = ''] = row.split('\t')
    const words = [frontCode(lastCode, code) + (shown === 'text' ? '.' : '')]
    for (const name of given.split(' ')) {
      words.push(frontCode(lastName, name))
      lastName = name
    }
    lastCode = code
    entries.push(words.join(' '))
  }
  const table = tableLines(entries, ',')
  return `// Written by npm run generate; read it with table-reader.ts.\nexport const EMOJI_TABLE = \`${table}\`\n`
}
