import { parseChannelReference } from './inline/channel-reference.ts'
import { parsePersonReference } from './inline/person-reference.ts'

/** A mention or a channel link as readers see it. */
interface ShownName {
  readonly kind: 'mention' | 'group' | 'channel'
  readonly text: string
}

/** Stands for a mention or a link. No source contains it. */
const PLACE = '\0'

const SHOWN =
  /<span class="(?:user-mention|topic-mention|(user-group-mention))[^"]*"[^>]*>([^<]*)<\/span>|<a class="(?:stream|stream-topic|message-link)"[^>]*>(.*?)<\/a>/gs
const WRITTEN = /@_?\*\*((?:(?!\*\*)[^\n])+)\*\*|@_?\*([^\n*]+)\*|#\*\*((?:(?!\*\*)[^\n])+)\*\*/y

/**
 * The source of a text with its mentions and channel links as readers see them, for places that show no HTML. `html` is
 * what the source was rendered to: it tells who is meant, and which of them are only code.
 */
export function namedSource(source: string, html: string): string {
  const { text, shown } = readHtml(html)
  let named = ''
  let done = 0
  let seen = 0
  let next = 0
  for (const { index } of source.matchAll(/[@#]/g)) {
    const target = shown[next]
    if (target === undefined) break
    if (index < done) continue
    WRITTEN.lastIndex = index
    const match = WRITTEN.exec(source)
    if (!match) continue
    const [written] = match
    const end = index + written.length
    const place = text.indexOf(PLACE, seen)
    const asItIs = text.slice(seen, place).indexOf(written)
    if (asItIs >= 0) {
      seen += asItIs + written.length
      named += source.slice(done, end)
      done = end
    } else if (isMeant(match, target)) {
      named += source.slice(done, index) + target.text
      done = end
      seen = place + 1
      next += 1
    }
  }
  return named + source.slice(done)
}

function readHtml(html: string): { text: string; shown: readonly ShownName[] } {
  const shown: ShownName[] = []
  const marked = html.replace(SHOWN, (_, group?: string, mention?: string, link?: string) => {
    const kind = group ? 'group' : mention === undefined ? 'channel' : 'mention'
    shown.push({ kind, text: plain(mention ?? link ?? '') })
    return PLACE
  })
  return { text: plain(marked), shown }
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00A0',
}

const plain = (html: string): string =>
  html.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => CHARACTERS[entity]!)

function isMeant([, person, group, channel]: RegExpExecArray, { kind, text }: ShownName): boolean {
  if (channel !== undefined) return kind === 'channel' && begins(text, `#${parseChannelReference(channel).channel}`)
  if (group !== undefined) return kind === 'group' && (isRole(group) || isNamed(text, group))
  const name = parsePersonReference(person!)?.name ?? person!
  return kind === 'mention' && (name === '' || isNamed(text, name))
}

/** These groups are shown with another name. */
const isRole = (group: string): boolean => group.toLowerCase().startsWith('role:')

const isNamed = (text: string, name: string): boolean => [name, `@${name}`].some((one) => isSame(text, one))

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const begins = (text: string, beginning: string): boolean => text.toLowerCase().startsWith(beginning.toLowerCase())
