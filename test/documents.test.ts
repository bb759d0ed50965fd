import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const readings = globSync('docs/adr/readings/*.md', { cwd: root })

/** The text without the examples of code in it. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^ *(`{3,}).*?^ *\1$/gms, '').replaceAll(/`[^`\n]+`|<pre>.*?<\/pre>/gs, '')

const linksIn = (file: string): string[] =>
  [...withoutCode(read(file)).matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(([, path = '']) => path)

test('links between documents lead to files that exist', () => {
  expect(documents.length).toBeGreaterThan(80)
  const dead = documents.flatMap((file) =>
    linksIn(file)
      .filter((path) => !existsSync(join(root, dirname(file), path)))
      .map((path) => `${file}: ${path}`),
  )
  expect(dead).toEqual([])
})

test('every reading of the contract is there once, in the file of an area that record 23 names', () => {
  expect(
    linksIn('docs/adr/0023-readings-of-the-contract.md')
      .map((path) => `docs/adr/${path}`)
      .sort(),
  ).toEqual(readings.toSorted())
  const areas = readings.map((file) => file.replace('docs/adr/readings/', 'server/').replace('.md', ''))
  expect(areas.filter((area) => !existsSync(join(root, area)))).toEqual([])
  const rulings = readings.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => line.startsWith('- ')),
  )
  expect(rulings.length).toBeGreaterThan(200)
  const words = rulings.map((ruling) => ruling.toLowerCase().replaceAll(/\W+/g, ' '))
  expect(words.filter((ruling, index) => words.indexOf(ruling) !== index)).toEqual([])
})
