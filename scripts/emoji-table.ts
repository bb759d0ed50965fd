import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { frontCode } from '../markdown/emoji/front-code.ts'
import { root } from './tools.ts'

const LINE_WIDTH = 2000

/** markdown/emoji/table.ts: what names.tsv says, in the form that browsers load. */
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
  return module(entries)
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
