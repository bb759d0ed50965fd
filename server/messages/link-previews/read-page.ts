import type { Embed } from '../../../markdown/context.ts'
import { withoutEntities } from '../../../markdown/html/entities.ts'

const META = /<meta(?=[\s/])/gi
/** Begins where the last one ended. */
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y
const TITLE = /^<title[^>]*>([^<]*)</i

/** Limits for pages that are made to be slow to read. */
const MAX_TAGS = 200
const MAX_TAG_LENGTH = 4_000

const MAX_TITLE_LENGTH = 250
const MAX_DESCRIPTION_LENGTH = 1_000

/** What the head of a page says about the page, for a preview. Undefined if it names no picture. */
export function readPage(html: string, address: string): Embed | undefined {
  const facts = factsIn(html)
  const first = (...names: string[]) => names.map((name) => facts.get(name)).find((value) => value)
  const image = imageAt(first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'), address)
  if (image === undefined) return undefined
  const title = first('og:title', 'twitter:title') ?? plain(TITLE.exec(tagAt(html, html.search(/<title/i)))?.[1] ?? '')
  const description = first('og:description', 'twitter:description', 'description')
  return {
    kind: 'page',
    image,
    ...(title ? { title: cut(title, MAX_TITLE_LENGTH) } : {}),
    ...(description ? { description: cut(description, MAX_DESCRIPTION_LENGTH) } : {}),
  }
}

/** The first value of each name. */
function factsIn(html: string): ReadonlyMap<string, string> {
  const facts = new Map<string, string>()
  let left = MAX_TAGS
  for (const { index } of html.matchAll(META)) {
    if (left === 0) break
    left -= 1
    const attributes = attributesOf(tagAt(html, index + '<meta'.length))
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const value = attributes.get('content')
    if (name !== '' && value && !facts.has(name)) facts.set(name, value)
  }
  return facts
}

const tagAt = (html: string, start: number): string => (start < 0 ? '' : html.slice(start, start + MAX_TAG_LENGTH))

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = 0
  for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
    const [, name = '', double, single, bare] = found
    attributes.set(name.toLowerCase(), plain(double ?? single ?? bare ?? ''))
  }
  return attributes
}

/** Returns the text in one line, without entities and without what no database stores. */
const plain = (text: string): string =>
  withoutEntities(text)
    .toWellFormed()
    .replaceAll(/[\0\s]+/g, ' ')
    .trim()

function imageAt(text: string | undefined, address: string): string | undefined {
  const url = text ? URL.parse(text, address) : null
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
