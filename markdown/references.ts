import { parseChannelReference } from './inline/channel-reference.ts'
import { parsePersonReference } from './inline/person-reference.ts'

/** What a text may refer to and must be looked up before it is rendered. */
export interface References {
  readonly people: readonly string[]
  readonly personIds: readonly number[]
  readonly groups: readonly string[]
  readonly channels: readonly string[]
  readonly topics: readonly { readonly channel: string; readonly topic: string }[]
  /** Paths, `/user_uploads/…`. */
  readonly uploads: readonly string[]
  readonly emoji: readonly string[]
}

/** Of each kind; no text that a person writes refers to more. */
const MOST = 2000

// Each looks ahead, so that what turns out to be none does not hide one inside it.
const PERSON = /@_?\*\*(?=((?:(?!\*\*)[^\n])+)\*\*)/g
const GROUP = /@_?\*(?=([^\n*]+)\*)/g
const CHANNEL = /#\*\*(?=((?:(?!\*\*)[^\n])+)\*\*)/g
const UPLOAD = /(?=(\/user_uploads\/\d{1,10}\/[^\s?#]{1,400}))/g
const EMOJI = /:([\w+-]+)(?=:)/g

/**
 * Found by a glance at the source, without reading its Markdown: some of it may lie in code and refer to nothing, but
 * nothing that rendering asks for is missing.
 */
export function references(source: string): References {
  const people = matches(source, PERSON)
  const linked = matches(source, CHANNEL)
  const channels = linked.map(parseChannelReference)
  return {
    people: people.filter((inner) => !parsePersonReference(inner)),
    personIds: unique(people.flatMap((inner) => parsePersonReference(inner)?.id ?? [])),
    groups: matches(source, GROUP),
    channels: unique([...channels.map(({ channel }) => channel), ...linked]),
    topics: channels.flatMap(({ channel, topic, message }) =>
      topic === undefined || message !== undefined ? [] : [{ channel, topic }],
    ),
    uploads: unique(matches(source, UPLOAD).flatMap(possiblePaths)).slice(0, MOST),
    emoji: matches(source, EMOJI),
  }
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function matches(source: string, pattern: RegExp): string[] {
  const found = new Set<string>()
  for (const match of source.matchAll(pattern)) {
    found.add(match[1]!)
    if (found.size === MOST) break
  }
  return [...found]
}

const MOST_ENDS = 8

/** Where a path ends depends on the Markdown around it: it may be at any sign that could close something. */
function possiblePaths(written: string): string[] {
  const ends = Array.from(written.matchAll(/[)*~`|]/g), ({ index }) => index).slice(0, MOST_ENDS)
  return [written, ...ends.map((end) => written.slice(0, end))].flatMap((path) => [
    path,
    path.replace(/[!:;?),.'">]+$/, ''),
  ])
}
