/** What stands in the place of a name in the pattern: nothing that long is meant. */
const MOST_CHARACTERS = 1000

/** The path would fit, but for a value of a length that is not looked at. */
export const TOO_LONG = Symbol('too long')

export type PathParams = ReadonlyMap<string, string>

export interface Found<Target> {
  readonly target: Target
  readonly params: PathParams
}

const NONE: PathParams = new Map()

interface Branch<Target> {
  readonly named: Map<string, Branch<Target>>
  number: Branch<Target> | null
  any: Branch<Target> | null
  /** A pattern whose last name takes all that is left of the path. */
  rest: End<Target> | null
  end: End<Target> | null
}

/** A pattern that ends here, and what it calls its values. */
interface End<Target> {
  readonly target: Target
  readonly names: readonly string[]
}

const newBranch = <Target>(): Branch<Target> => ({ named: new Map(), number: null, any: null, rest: null, end: null })

/** As JSON writes it, which is how the value is read. */
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)$/

/** Paths such as `/messages/{message_id}`. What is written out wins over numbers, and those over what can be anything. */
export class Router<Target> {
  readonly #plain = new Map<string, Found<Target>>()
  readonly #root = newBranch<Target>()

  /** `isNumber` tells which names stand for a whole number: anything else there is another path. */
  add(
    pattern: string,
    target: Target,
    isNumber: (name: string) => boolean = () => false,
    /** The last name takes all that is left of the path, slashes included. */
    takesRest = false,
  ): void {
    const names: string[] = []
    let branch = this.#root
    for (const segment of pattern.split('/')) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = branch.named.get(segment) ?? newBranch()
        branch.named.set(segment, next)
        branch = next
      } else {
        names.push(name)
        if (takesRest) branch.rest = { target, names }
        const kind = isNumber(name) ? 'number' : 'any'
        branch[kind] ??= newBranch()
        branch = branch[kind]
      }
    }
    branch.end = { target, names }
    if (names.length === 0) this.#plain.set(pattern, { target, params: NONE })
  }

  /** The path as `pathOf` reads it. */
  find(path: string): Found<Target> | typeof TOO_LONG | null {
    return this.#plain.get(path) ?? follow(this.#root, path.split('/'), [])
  }
}

/** `values` are those of the segments so far that stood for a name. */
function follow<Target>(
  branch: Branch<Target>,
  segments: readonly string[],
  values: readonly string[],
  at = 0,
): Found<Target> | typeof TOO_LONG | null {
  const segment = segments[at]
  if (segment === undefined) return branch.end && found(branch.end, values)
  const named = branch.named.get(segment)
  const first = named ? follow(named, segments, values, at + 1) : null
  if ((first !== null && first !== TOO_LONG) || segment === '') return first
  const value = segment.includes('%') ? decodeURIComponent(segment) : segment
  const number = branch.number && WHOLE_NUMBER.test(value) ? branch.number : null
  if (!number && !branch.any && !branch.rest) return first
  if (value.length > MOST_CHARACTERS) return TOO_LONG
  const more = [...values, value]
  const second = number && follow(number, segments, more, at + 1)
  if (second !== null && second !== TOO_LONG) return second
  const third = branch.any && follow(branch.any, segments, more, at + 1)
  return third ?? second ?? first ?? (branch.rest && restOf(branch.rest, segments.slice(at).join('/'), values))
}

function restOf<Target>(end: End<Target>, rest: string, values: readonly string[]): Found<Target> | typeof TOO_LONG {
  return rest.length > MOST_CHARACTERS ? TOO_LONG : found(end, [...values, decodeURIComponent(rest)])
}

function found<Target>(end: End<Target>, values: readonly string[]): Found<Target> {
  return { target: end.target, params: new Map(end.names.map((name, place) => [name, values[place] ?? ''])) }
}
