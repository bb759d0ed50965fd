import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

/** The code blocks, with the file in their first line. */
const snippets = [...guide.matchAll(/^ *```ts\n(.*?)^ *```$/gms)].map(([, block = '']) => {
  const [first = '', ...lines] = block.split('\n')
  return { file: /^ *\/\/ (\S+)$/.exec(first)?.[1] ?? '', code: lines.join('\n') }
})

const compact = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The parts of the code between the dots that stand for what is left out. */
const partsOf = (code: string): string[] => code.split('…').map(compact).filter(Boolean)

/** The parts that the text does not have in this order. */
function missingParts(text: string, code: string): string[] {
  let rest = compact(text)
  return partsOf(code).filter((part) => {
    const at = rest.indexOf(part)
    if (at >= 0) rest = rest.slice(at + part.length)
    return at < 0
  })
}

describe('CONTRIBUTING', () => {
  test('says of every snippet where it is from', () => {
    expect(snippets.length).toBeGreaterThan(10)
    expect(snippets.filter(({ file }) => !existsSync(join(root, file)) || file === '')).toEqual([])
  })

  test.each(snippets)('quotes $file as it is', ({ file, code }) => {
    expect(partsOf(code).length).toBeGreaterThan(0)
    expect(missingParts(readFileSync(join(root, file), 'utf8'), code)).toEqual([])
  })

  test('names only files and folders that exist', () => {
    const named = [...guide.matchAll(/`((?:api|cli|client|docs|scripts|server|test|web)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const commands = [...guide.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })

  test('names every place outside a feature that its example has changed, or the folder of the place', () => {
    const own = /^(server\/messages\/saved-snippets\/.*|api\/(endpoints|events)\/saved-snippets\.ts)$/
    const changed = globSync('{api,client,server}/**/*.ts', { cwd: root }).filter(
      (file) => !own.test(file) && !file.endsWith('.test.ts') && mentionsSnippets(file),
    )
    expect(changed.length).toBeGreaterThan(10)
    expect(changed.filter((file) => !isNamed(file))).toEqual([])
  })
})

const mentionsSnippets = (file: string): boolean => /saved_?snippet/i.test(readFileSync(join(root, file), 'utf8'))

function isNamed(path: string): boolean {
  if (guide.includes(`\`${path}\``) || guide.includes(`\`${path}/\``)) return true
  const parent = dirname(path)
  return parent.includes('/') && isNamed(parent)
}

test('a snippet is missed if the code has changed, or has another order', () => {
  const text = 'const a = 1\n  const b = 2\n'
  expect(missingParts(text, 'const a = 1\n…\nconst b = 2')).toEqual([])
  expect(missingParts(text, 'const b = 2\n…\nconst a = 1')).toEqual(['const a = 1'])
  expect(missingParts(text, 'const a = 2')).toEqual(['const a = 2'])
})
