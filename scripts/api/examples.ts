// Takes the examples of the API page from what tests receive: npm run examples, or npm run examples -- <part of a path>
// for the operations of a few tests. An example that still fits its operation is kept, so the file changes only when an
// operation does.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '../../api/contract.ts'
import { endpoints } from '../../api/endpoints/index.ts'
import type { Candidate } from '../../test/examples/candidate.ts'
import { root } from '../tools.ts'
import { EXAMPLES_FILE, exampleProblems, readExamples } from './api-examples.ts'
import { chooseExamples } from './choose-examples.ts'

const filters = process.argv.slice(2)
const all: readonly Endpoint[] = Object.values(endpoints)
const folder = await mkdtemp(join(tmpdir(), 'parley-examples-'))
try {
  await runTests(filters.length > 0 ? filters : await apiTests())
  const examples = chooseExamples(all, await readExamples(), await readCandidates())
  await writeFile(EXAMPLES_FILE, `${JSON.stringify(examples, null, 2)}\n`)
  const missing = exampleProblems(all, examples)
  for (const problem of missing) console.log(problem)
  process.exitCode = missing.length > 0 ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Those that call operations of a whole server. */
async function apiTests(): Promise<string[]> {
  const files = (await readdir(join(root, 'server'), { recursive: true })).filter((file) => file.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((file) => readFile(join(root, 'server', file), 'utf8')))
  return files
    .filter((_, index) => /test\/(harness|people)\.ts/.test(texts[index]!))
    .map((file) => join('server', file))
}

/** A failed test is no reason to stop: what the others received is as good as before. */
function runTests(parts: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, join(root, 'scripts', 'test.ts'), ...parts], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PARLEY_TEST_EXAMPLES: folder },
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
}

async function readCandidates(): Promise<Candidate[]> {
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  return lines.map((line) => JSON.parse(line) as Candidate)
}
