import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'

/** The number of accounts that share a piece of text. What a viewer sees of each is one bit of a number. */
const TOGETHER = 32

/**
 * Consecutive accounts with their cached texts. Account records are replaced and never changed, so they show whether
 * the texts are still valid.
 */
interface Segment {
  readonly people: readonly User[]
  /** Bytes by view, each with a leading comma. */
  readonly texts: Map<string, Buffer>
}

/** The text of an account depends on the profile fields too: when these change, all of it is written again. */
interface PeopleText {
  fieldsVersion: number
  segments: Segment[]
}

const kept = new WeakMap<RealmState, PeopleText>()

/** A view of accounts: everything that the text depends on besides the account itself. */
export interface PeopleView {
  /** Identifies the view, except for `sees`. */
  readonly name: string
  /** True for the accounts to include. */
  has(user: User): boolean
  /** True if the viewer sees the real address. */
  sees(user: User): boolean
  /** The viewer, whose own account may look different to them. */
  readonly viewerId: number | null
  /** The version of the profile fields that `present` uses. */
  readonly fieldsVersion: number
  present(user: User): object
}

/**
 * The JSON of a list of accounts, in cached pieces, because people change rarely and register often. `people` are all
 * accounts in the order of memory, in which an account keeps its place.
 */
export function* peopleText(realm: RealmState, people: readonly User[], view: PeopleView): Generator<string | Buffer> {
  const known = getOrMake(kept, realm, (): PeopleText => ({ fieldsVersion: view.fieldsVersion, segments: [] }))
  let isFirst = true
  yield '['
  for (let from = 0; from < people.length; from += TOGETHER) {
    const text = segmentText(segmentAt(segmentsFor(known, view), people, from), view)
    if (text.length === 0) continue
    yield isFirst ? text.subarray(1) : text
    isFirst = false
  }
  yield ']'
}

/** Asked for each segment: another registration may be at work with other fields. */
function segmentsFor(known: PeopleText, { fieldsVersion }: PeopleView): Segment[] {
  if (known.fieldsVersion !== fieldsVersion) Object.assign(known, { fieldsVersion, segments: [] })
  return known.segments
}

function segmentAt(known: Segment[], people: readonly User[], from: number): Segment {
  const index = from / TOGETHER
  const wanted = people.slice(from, from + TOGETHER)
  const segment = known[index]
  const isSame = segment?.people.length === wanted.length && wanted.every((user, n) => user === segment.people[n])
  if (segment && isSame) return segment
  const fresh = { people: wanted, texts: new Map<string, Buffer>() }
  known[index] = fresh
  return fresh
}

function segmentText({ people, texts }: Segment, view: PeopleView): Buffer {
  let seen = 0
  let isOwn = false
  for (const [n, user] of people.entries()) {
    if (view.sees(user)) seen |= 1 << n
    isOwn ||= user.id === view.viewerId
  }
  const key = `${view.name} ${seen}`
  const written = texts.get(key)
  if (written) return written
  const text = Buffer.from(
    people.map((user) => (view.has(user) ? `,${JSON.stringify(view.present(user))}` : '')).join(''),
  )
  // A text for one person only is not cached, because there would be as many texts as people.
  if (!isOwn) texts.set(key, text)
  return text
}
