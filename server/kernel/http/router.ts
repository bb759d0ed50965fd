/** The maximum length of a path parameter. No valid value is that long. */
const MAX_PATH_LENGTH = 1000

/** The path matches except for a value that is too long. */
export const TOO_LONG = Symbol('too long')

export type PathParams = ReadonlyMap<string, string>

export interface RouteMatch<Target> {
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

/** The end of a pattern, with the names of its parameters. */
interface End<Target> {
  readonly target: Target
  readonly names: readonly string[]
}

const newBranch = <Target>(): Branch<Target> => ({ named: new Map(), number: null, any: null, rest: null, end: null })

/** An id in the form of JSON, because the value is parsed as JSON. No id is negative, and such a path is not found. */
const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/

/**
 * Routes paths such as `/messages/{message_id}`. Literal segments take precedence over numbers, and numbers over other
 * parameters.
 */
export class Router<Target> {
  readonly #plain = new Map<string, RouteMatch<Target>>()
  readonly #root = newBranch<Target>()

  /**
   * `isNumber` returns true for parameters that are integers. Any other value does not match. With `takesRest` the last
   * parameter matches the rest of the path, slashes included.
   */
  add(pattern: string, target: Target, isNumber: (name: string) => boolean = () => false, takesRest = false): void {
    const names: string[] = []
    let branch = this.#root
    const segments = pattern.split('/')
    for (const [place, segment] of segments.entries()) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = branch.named.get(segment) ?? newBranch()
        branch.named.set(segment, next)
        branch = next
      } else {
        names.push(name)
        if (takesRest && place === segments.length - 1) branch.rest = { target, names }
        const kind = isNumber(name) ? 'number' : 'any'
        branch[kind] ??= newBranch()
        branch = branch[kind]
      }
    }
    branch.end = { target, names }
    if (names.length === 0) this.#plain.set(pattern, { target, params: NONE })
  }

  /** `path` is the result of `pathOf`. */
  find(path: string): RouteMatch<Target> | typeof TOO_LONG | null {
    return this.#plain.get(path) ?? follow(this.#root, path.split('/'), [])
  }
}

/** `values` are the parameters of the segments so far. */
function follow<Target>(
  branch: Branch<Target>,
  segments: readonly string[],
  values: readonly string[],
  at = 0,
): RouteMatch<Target> | typeof TOO_LONG | null {
  const segment = segments[at]
  if (segment === undefined) return branch.end && found(branch.end, values)
  const named = branch.named.get(segment)
  const first = named ? follow(named, segments, values, at + 1) : null
  if ((first !== null && first !== TOO_LONG) || segment === '') return first
  const value = segment.includes('%') ? decodeURIComponent(segment) : segment
  const number = branch.number && WHOLE_NUMBER.test(value) ? branch.number : null
  if (!number && !branch.any && !branch.rest) return first
  if (value.length > MAX_PATH_LENGTH) return TOO_LONG
  const more = [...values, value]
  const second = number && follow(number, segments, more, at + 1)
  if (second !== null && second !== TOO_LONG) return second
  const third = branch.any && follow(branch.any, segments, more, at + 1)
  return third ?? second ?? first ?? (branch.rest && restOf(branch.rest, segments.slice(at).join('/'), values))
}

function restOf<Target>(
  end: End<Target>,
  rest: string,
  values: readonly string[],
): RouteMatch<Target> | typeof TOO_LONG {
  return rest.length > MAX_PATH_LENGTH ? TOO_LONG : found(end, [...values, decodeURIComponent(rest)])
}

function found<Target>(end: End<Target>, values: readonly string[]): RouteMatch<Target> {
  return { target: end.target, params: new Map(end.names.map((name, place) => [name, values[place] ?? ''])) }
}
