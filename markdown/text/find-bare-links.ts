import type { RenderSettings } from '../context.ts'
import { BARE_SCHEMES } from '../html/allowed.ts'
import { withoutOwnUrl } from '../inline/link-address.ts'
import { type AddressEnd, type Chunk, chunkAt, endAfterHost, endOfAddress, endOfPath } from './bare-address.ts'
import { isDomain } from './domains.ts'
import type { Finding } from './finding.ts'

export type LinkSettings = Pick<RenderSettings, 'ownUrl' | 'fileLinks'>

const RUN = /[A-Za-z0-9_.@-]+/g
const MAY_HOLD_LINK = /[.@]|:\/\/|bitcoin:/
const BEFORE = /[\s'"(,:<]|[^\0-\x7f]/u
const BITCOIN = /[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y

const mayBeginLink = (text: string, position: number): boolean => position === 0 || BEFORE.test(text[position - 1]!)

/** Addresses, domains and mail addresses that stand in the text as they are, in order. */
export function findBareLinks(text: string, settings: LinkSettings): readonly Finding[] {
  if (!MAY_HOLD_LINK.test(text)) return []
  const found: Finding[] = []
  let chunk: Chunk = { end: -1, punctuation: -1 }
  let barrier = 0
  RUN.lastIndex = 0
  for (let run = RUN.exec(text); run; run = RUN.exec(text)) {
    const start = run.index
    if (start < barrier || !mayBeginLink(text, start)) continue
    if (start >= chunk.end) chunk = chunkAt(text, start)
    const link = linkAt(text, start, run[0], chunk, settings)
    if (!link) continue
    if ('barrier' in link) barrier = link.barrier
    else {
      found.push({
        start,
        end: link.end,
        as: { link: withoutOwnUrl(link.prefix + text.slice(start, link.end), settings) },
      })
      barrier = link.end
      RUN.lastIndex = link.end
    }
  }
  return found
}

type Link = { readonly end: number; readonly prefix: string } | { readonly barrier: number }

function linkAt(text: string, start: number, run: string, chunk: Chunk, settings: LinkSettings): Link | undefined {
  const afterRun = start + run.length
  if (text[afterRun] === ':') {
    const ending = endWithScheme(text, run.toLowerCase(), afterRun, chunk, settings)
    if (ending) return { prefix: '', ...ending }
  }
  const name = run.replace(/\.+$/, '')
  const end = start + name.length
  if (name.includes('@'))
    return isMailAddress(name) && end >= chunk.punctuation ? { prefix: 'mailto:', end } : undefined
  return isDomain(name) ? { prefix: 'http://', ...endAfterHost(text, end, chunk) } : undefined
}

/** The end of what begins with a scheme; `colon` is where the scheme ends. */
function endWithScheme(
  text: string,
  scheme: string,
  colon: number,
  chunk: Chunk,
  settings: LinkSettings,
): AddressEnd | undefined {
  if (text.startsWith('://', colon)) {
    if (BARE_SCHEMES.includes(scheme)) return endOfAddress(text, colon + 3, chunk)
    if (scheme === 'file' && settings.fileLinks && text[colon + 3] === '/') return endOfPath(text, colon + 3, chunk)
  }
  if (scheme !== 'bitcoin') return undefined
  BITCOIN.lastIndex = colon + 1
  const end = colon + 1 + (BITCOIN.exec(text)?.[0].length ?? 0)
  return end > colon + 1 && end >= chunk.punctuation ? { end } : undefined
}

function isMailAddress(name: string): boolean {
  const [local, domain, ...more] = name.split('@')
  const dot = domain!.lastIndexOf('.')
  return local !== '' && more.length === 0 && dot > 0 && !domain!.slice(dot + 1).includes('-')
}
