import { parseChannelReference } from './inline/channel-reference.ts'
import { parsePersonReference } from './inline/person-reference.ts'
import { withAmpersands, withNamedCharacters } from './text/named-characters.ts'

/** The references of a text that must be looked up before it is rendered. */
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

/** The limit for each kind. No text of a person has more references. */
const MAX_REFERENCES = 2000

// Each uses a lookahead, so that a false match does not hide another match inside it.
const PERSON = /@_?\*\*(?=((?:(?!\*\*)[^\n])+)\*\*)/g
const GROUP = /@_?\*(?=([^\n*]+)\*)/g
const CHANNEL = /#\*\*(?=((?:(?!\*\*)[^\n])+)\*\*)/g
const UPLOAD = /(?=(\/user_uploads\/\d{1,10}\/[^\s?#]{1,400}))/g
const EMOJI = /:([\w+-]+)(?=:)/g

/**
 * Finds references in the source without parsing its Markdown. Some may be inside code and refer to nothing, but none
 * that rendering asks for is missing.
 */
export function references(source: string): References {
  const people = matches(source, PERSON)
  const linked = matches(source, CHANNEL)
  const channels = linked.map(parseChannelReference)
  const uploads = unique([source, withNamedCharacters(source)]).flatMap((text) => matches(text, UPLOAD))
  return {
    people: people.filter((inner) => !parsePersonReference(inner)),
    personIds: unique(people.flatMap((inner) => parsePersonReference(inner)?.id ?? [])),
    groups: matches(source, GROUP),
    channels: unique([...channels.map(({ channel }) => channel), ...linked]),
    topics: channels.flatMap(({ channel, topic, message }) =>
      topic === undefined || message !== undefined ? [] : [{ channel, topic }],
    ),
    uploads: unique(uploads.flatMap(possiblePaths).flatMap(spellings)).slice(0, MAX_REFERENCES),
    emoji: matches(source, EMOJI),
  }
}

/** In a bare address only `&` can be named. */
const spellings = (path: string): string[] => [path, withAmpersands(path)]

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function matches(source: string, pattern: RegExp): string[] {
  const found = new Set<string>()
  for (const match of source.matchAll(pattern)) {
    found.add(match[1]!)
    if (found.size === MAX_REFERENCES) break
  }
  return [...found]
}

const MAX_NAME_ENDS = 12

/** The end of a path depends on the surrounding Markdown. It may be at any sign that could begin or close a construct. */
function possiblePaths(written: string): string[] {
  const ends = Array.from(written.matchAll(/[)*~`|@]/g), ({ index }) => index).slice(0, MAX_NAME_ENDS)
  return [written, ...ends.map((end) => written.slice(0, end))].flatMap((path) => [
    path,
    path.replace(/[!:;?),.'">]+$/, ''),
  ])
}
