import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderGraph } from './folder-graph.ts'
import { knotProblems } from './knot-problems.ts'
import { knots } from './knots.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-knots-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

/** Shops and their goods need each other, by a type and by an import at run time; buyers only need goods. */
const TOWN = {
  'server/kernel/clock.ts': "import { shop } from '../town/shop.ts'\n",
  'server/town/shop.ts': "import type { Price } from './goods/deep/price.ts'\n",
  'server/town/goods/deep/price.ts': "const shop = await import('../../shop.ts')\n",
  'server/town/goods/goods.ts': "import { clock } from '../../kernel/clock.ts'\nimport './deep/price.ts'\n",
  'server/town/buyers/buyer.ts': "import {\n  type Price,\n} from '../goods/deep/price.ts'\n",
  'server/town/goods/goods.test.ts': "import { buyer } from '../buyers/buyer.ts'\n",
}

test('a folder imports from the folders of its files; the kernel, tests and the folder itself do not count', () => {
  write(TOWN)
  const graph = folderGraph(root)
  expect(Object.fromEntries([...graph].map(([folder, edges]) => [folder, Object.fromEntries(edges)]))).toEqual({
    town: { 'town/goods': new Set(['server/town/shop.ts']) },
    'town/goods': { town: new Set(['server/town/goods/deep/price.ts']) },
    'town/buyers': { 'town/goods': new Set(['server/town/buyers/buyer.ts']) },
  })
})

test('folders that lead to each other are a knot, and one that is too large is a problem', () => {
  write(TOWN)
  expect(knots(folderGraph(root))).toEqual([['town', 'town/goods']])
  expect(knotProblems(root, 2)).toEqual([])
  expect(knotProblems(root, 1)).toEqual(['2 folders import each other, at most 1 may: town, town/goods.'])
})

test('knots that are tied by a third folder are one, and the largest is first', () => {
  const graph = (edges: Readonly<Record<string, string>>) =>
    new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))
  expect(knots(graph({ a: 'b', b: 'a', c: 'd', d: 'e', e: 'c' }))).toEqual([
    ['c', 'd', 'e'],
    ['a', 'b'],
  ])
  expect(knots(graph({ a: 'b', b: 'ac', c: 'd', d: 'be', e: '' }))).toEqual([['a', 'b', 'c', 'd']])
})
