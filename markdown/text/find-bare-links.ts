import type { RenderSettings } from '../context.ts'
import { BARE_SCHEMES } from '../html/allowed.ts'
import { withoutOwnUrl } from '../inline/link-address.ts'
import { type AddressEnd, type Chunk, chunkAt, endAfterHost, endOfAddress, endOfPath } from './bare-address.ts'
import { isAmong, tableOf } from './characters.ts'
import { isDomain } from './domains.ts'
import type { Finding } from './finding.ts'
import { withAmpersands } from './named-characters.ts'

export type LinkSettings = Pick<RenderSettings, 'ownUrl' | 'fileLinks'>

const RUN_CHARACTERS = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.@-')
/** Letters beyond ASCII, except those of scripts without blanks between words: text may be directly before a link. */
const LETTER_BEYOND_ASCII =
  /(?!\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{scx=Thai}|\p{scx=Laoo}|\p{scx=Khmr}|\p{scx=Mymr})[\p{L}\p{N}\p{M}]/u
/** Every run that starts a link contains a dot, or is followed by a colon. */
const HINT = /\.(?=[\w\u00AA-\uFFFF-])|:(?=\/\/)|bitcoin:/gi
const BEFORE = ' \t\n\v\f\r\'"(,:<'
const DOTS_AT_END = /\.+$/
/** `BITCOIN:` in capitals counts only if another part of the text looks like a link. */
const MAY_HOLD_BITCOIN = /[.@]|:\/\/|bitcoin:/
const BITCOIN = /[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y

const mayBeginLink = (text: string, position: number): boolean =>
  position === 0 || BEFORE.includes(text[position - 1]!) || isBeyondAscii(text, position - 1)

const isBeyondAscii = (text: string, position: number): boolean => text.charCodeAt(position) > 0x7f

const isRunCharacter = (text: string, position: number): boolean =>
  isAmong(RUN_CHARACTERS, text.charCodeAt(position)) ||
  (isBeyondAscii(text, position) && LETTER_BEYOND_ASCII.test(text[position]!))

/** Finds bare addresses, domains and mail addresses, in order. */
export function findBareLinks(text: string, settings: LinkSettings): readonly Finding[] {
  const found: Finding[] = []
  let chunk: Chunk = { end: -1, punctuation: -1 }
  let barrier = 0
  let done = 0
  HINT.lastIndex = 0
  while (HINT.test(text)) {
    const start = startOfRun(text, HINT.lastIndex - 1, done)
    const end = endOfRun(text, start)
    if (start === end) continue
    done = end
    HINT.lastIndex = Math.max(end, HINT.lastIndex)
    if (start < barrier) continue
    if (start >= chunk.end) chunk = chunkAt(text, start)
    const scheme = startOfScheme(text, start, end)
    let link = linkAt(text, start, end, chunk, settings)
    if (!link && scheme > start) link = linkAt(text, scheme, end, chunk, settings)
    if (!link) continue
    const { prefix, ending } = link
    if ('barrier' in ending) barrier = ending.barrier
    else {
      const address = withoutOwnUrl(prefix + withAmpersands(text.slice(link.start, ending.end)), settings)
      found.push({ start: link.start, end: ending.end, as: { link: address } })
      barrier = ending.end
      done = ending.end
      HINT.lastIndex = ending.end
    }
  }
  return found
}

function startOfRun(text: string, within: number, from: number): number {
  let start = within
  while (start > from && isRunCharacter(text, start - 1)) start--
  return start
}

function endOfRun(text: string, start: number): number {
  let end = start
  while (isRunCharacter(text, end)) end++
  return end
}

/** A scheme is ASCII, so it may be directly after other letters. */
function startOfScheme(text: string, from: number, end: number): number {
  let start = end
  while (start > from && !isBeyondAscii(text, start - 1)) start--
  return start
}

interface Link {
  readonly start: number
  /** The prefix that makes the text a full address. */
  readonly prefix: string
  readonly ending: AddressEnd
}

function linkAt(text: string, start: number, afterRun: number, chunk: Chunk, settings: LinkSettings): Link | undefined {
  if (!mayBeginLink(text, start)) return undefined
  const run = text.slice(start, afterRun)
  if (text[afterRun] === ':') {
    const ending = endWithScheme(text, run.toLowerCase(), afterRun, chunk, settings)
    if (ending) return { start, prefix: '', ending }
  }
  const name = run.replace(DOTS_AT_END, '')
  const end = start + name.length
  if (name.includes('@')) {
    return isMailAddress(name) && end >= chunk.punctuation ? { start, prefix: 'mailto:', ending: { end } } : undefined
  }
  return isDomain(name) ? { start, prefix: 'http://', ending: endAfterHost(text, end, chunk) } : undefined
}

/** The end of an address with a scheme. `colon` is the end of the scheme. */
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
  if (scheme !== 'bitcoin' || !MAY_HOLD_BITCOIN.test(text)) return undefined
  BITCOIN.lastIndex = colon + 1
  const end = colon + 1 + (BITCOIN.exec(text)?.[0].length ?? 0)
  return end > colon + 1 && end >= chunk.punctuation ? { end } : undefined
}

function isMailAddress(name: string): boolean {
  const [local, domain, ...more] = name.split('@')
  const dot = domain!.lastIndexOf('.')
  return local !== '' && more.length === 0 && dot > 0 && !domain!.slice(dot + 1).includes('-')
}
