import type { RenderContext } from '../../../markdown/context.ts'
import { compileLinkifier } from '../../../markdown/linkifiers/compile-linkifier.ts'

const PATTERNS: readonly (readonly [pattern: string, urlTemplate: string])[] = [
  ['#(?P<id>[0-9]+)', 'https://tickets.example/{id}'],
  ['trac-(?P<id>[0-9]+)', 'https://trac.example/{?id}'],
  ['(?P<project>[A-Z]{2,9})-(?P<id>[0-9]+)', 'https://issues.example/{project}/{+id}'],
  // An administrator may allow any text, so that the author writes most of the address.
  ['see:(?P<all>\\S+)', 'https://anything.example/{+all}{#all}'],
  ['go/(?P<where>.*)', '{+where}'],
]

/** A context with linkifiers, some of them careless. */
export const linkifiedWorld: Partial<RenderContext> = {
  linkifiers: PATTERNS.map(([pattern, urlTemplate], i) => compileLinkifier({ id: i + 1, pattern, urlTemplate })),
}
