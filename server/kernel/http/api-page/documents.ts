import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Examples } from '../../../../api/examples.ts'
import { createOpenApi } from '../../../../api/openapi.ts'
import { wireNameOf } from '../../../../api/wire-name.ts'
import { renderPage } from './page.ts'

export interface Documents {
  readonly html: string
  readonly css: string
  /** What the page calls the stylesheet: another one has another name. */
  readonly cssName: string
  /** It has `url` in place of the address of the server. */
  readonly openapi: string
}

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The API page and what belongs to it. Takes a while: for a thread of its own. */
export function makeDocuments(version: string, url: string): Documents {
  const examples = inWireNames(JSON.parse(readText('../../../../docs/api/examples.json'))) as Examples
  const document = createOpenApi({ version, url, examples })
  const css = readText('./style.css')
  const cssName = `api-${createHash('sha256').update(css).digest('hex').slice(0, 16)}.css`
  return { html: renderPage(document, examples, `assets/${cssName}`), css, cssName, openapi: JSON.stringify(document) }
}

/** Examples are kept in the words of the contract. */
function inWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWireNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [wireNameOf(key), inWireNames(inner)]))
}
