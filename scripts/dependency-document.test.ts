import { expect, test } from 'vitest'
import { undocumentedDependencies } from './dependency-document.ts'

const DOCUMENT = `# Dependencies
## At run time
| package | what for |
|---|---|
| pg | the protocol |
| pino, pino-pretty | logs |
## For development
| package | what for |
|---|---|
| vitest | tests |
`

test('a dependency without a line and a line without a dependency are reported', () => {
  const manifest = { dependencies: { pg: '1', pino: '1', zod: '4' }, devDependencies: { vitest: '5' } }
  expect(undocumentedDependencies(manifest, DOCUMENT)).toEqual([
    'docs/dependencies.md does not say, under "At run time", what zod is for.',
    'docs/dependencies.md explains pino-pretty, which package.json does not have.',
  ])
})

test('a development dependency in the run-time section is reported', () => {
  const manifest = { dependencies: { pg: '1', pino: '1', 'pino-pretty': '1', vitest: '5' } }
  expect(undocumentedDependencies(manifest, DOCUMENT)).toEqual([
    'docs/dependencies.md does not say, under "At run time", what vitest is for.',
    'docs/dependencies.md explains vitest, which package.json does not have.',
  ])
})
