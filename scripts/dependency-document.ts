import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.ts'

const DOCUMENT = 'docs/dependencies.md'

/** The sections of the document and the parts of package.json that they explain. */
const SECTIONS = {
  'At run time': ['dependencies', 'optionalDependencies'],
  'For development': ['devDependencies'],
} as const

type Manifest = Partial<Record<string, Record<string, string>>>

/** The differences between the document and package.json, one line each. Every dependency needs a reason. */
export function undocumentedDependencies(
  manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest,
  document: string = readFileSync(join(root, DOCUMENT), 'utf8'),
): string[] {
  return Object.entries(SECTIONS).flatMap(([title, parts]) => {
    const section = document.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
    const explained = new Set([...section.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', ')))
    const installed = new Set(parts.flatMap((part) => Object.keys(manifest[part] ?? {})))
    explained.delete('package')
    return [
      ...[...installed]
        .filter((name) => !explained.has(name))
        .map((name) => `${DOCUMENT} does not say, under "${title}", what ${name} is for.`),
      ...[...explained]
        .filter((name) => !installed.has(name))
        .map((name) => `${DOCUMENT} explains ${name}, which package.json does not have.`),
    ]
  })
}
