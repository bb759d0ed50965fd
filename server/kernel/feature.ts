import type { Invariant } from './db/invariant.ts'
import type { EventVariants, VariantTable } from './events/event-variants.ts'
import { HOOK_NAMES, type Hooks } from './hooks.ts'
import type { FilePage } from './http/pages/file-pages.ts'
import type { FormPage } from './http/pages/form-pages.ts'
import type { StreamPage } from './http/pages/stream-pages.ts'
import type { Route } from './http/route.ts'
import type { MessageJobs } from './jobs/purposes.ts'
import type { RecurringTask } from './jobs/recurring.ts'
import type { Search } from './jobs/search.ts'
import type { Task } from './jobs/task.ts'
import { KERNEL_KINDS, type RecordKinds } from './realm-state/record-kinds.ts'
import type { StateSlice, VisitorRequest } from './register/snapshot.ts'
import type { Resource } from './resource.ts'
import type { Upkeep } from './upkeep.ts'

/** What a feature adds to the process. `feature.ts` of its folder says it, and nothing else does. */
export interface Feature {
  /** Those of its files that other features may import. `npm run check` compares them with the imports. */
  readonly shares?: readonly string[]
  /** Its operations. */
  readonly routes?: Readonly<Record<string, Route>>
  /** What it answers that is not JSON. */
  readonly filePages?: readonly FilePage[]
  readonly formPages?: readonly FormPage[]
  readonly streamPages?: readonly StreamPage[]
  /** Its parts of the state of register. */
  readonly state?: readonly StateSlice[]
  /** The same for visitors without an account: public data and nothing personal. */
  readonly visitorState?: readonly StateSlice<VisitorRequest>[]
  /** Other forms of its events for some clients. */
  readonly variants?: readonly (readonly [name: string, EventVariants])[]
  /** Work after a commit. Do not remove a released name: jobs with that name may still be stored. */
  readonly tasks?: readonly Task[]
  /** Work that is repeated for every organization. */
  readonly recurring?: readonly RecurringTask[]
  /** The jobs that follow from a sent message. */
  readonly messageJobs?: readonly MessageJobs[]
  /** Work that is looked for while the jobs run. */
  readonly searches?: readonly Search[]
  /** What the process clears away now and then. */
  readonly upkeep?: readonly Upkeep[]
  /** The kinds of records in memory that only it reads. It declares their types with `declare module`. */
  readonly records?: Partial<RecordKinds>
  /** What must hold in the database for its rows. */
  readonly invariants?: readonly Invariant[]
  /** What it opens for the process. */
  readonly resources?: readonly Resource<unknown>[]
  /** What the kernel asks one feature to do. */
  readonly hooks?: Partial<Hooks>
}

/** Keeps the types of the routes, and refuses parts that no process knows. */
export const feature = <const F extends Feature>(parts: F & Record<Exclude<keyof F, keyof Feature>, never>): F => parts

type Lists = {
  [Part in keyof Feature as NonNullable<Feature[Part]> extends readonly unknown[] ? Part : never]: Feature[Part]
}

/** One part of all features, in their order. */
export const allOf = <Part extends keyof Lists>(
  features: readonly Feature[],
  part: Part,
): readonly NonNullable<Feature[Part]>[number][] =>
  features.flatMap((one) => (one[part] ?? []) as readonly NonNullable<Feature[Part]>[number][])

type RoutesOf<F> = F extends { readonly routes: infer Routes } ? Routes : unknown

type AllRoutes<Features, Found = unknown> = Features extends readonly [infer First, ...infer Rest]
  ? AllRoutes<Rest, Found & RoutesOf<First>>
  : Found

/** The names that more than one feature routes. */
type DuplicateNames<Features, Seen = never, Found = never> = Features extends readonly [infer First, ...infer Rest]
  ? DuplicateNames<Rest, Seen | keyof RoutesOf<First>, Found | Extract<keyof RoutesOf<First>, Seen>>
  : Found

/** The routes of all features. An operation that two features route does not compile. */
export function routesOf<const Features extends readonly Feature[]>(
  features: [DuplicateNames<Features>] extends [never] ? Features : { readonly routedTwice: DuplicateNames<Features> },
): AllRoutes<Features> {
  const all = (features as readonly Feature[]).flatMap(({ routes = {} }) => Object.entries(routes))
  return unique(all, 'routes the operation') as AllRoutes<Features>
}

export const variantsOfAll = (features: readonly Feature[]): VariantTable =>
  new Map(Object.entries(unique(allOf(features, 'variants'), 'has variants of the event')))

/** All kinds of records that memory holds: those of the kernel and those of features. */
export const recordKindsOf = (features: readonly Feature[]): RecordKinds => {
  const kinds = [KERNEL_KINDS, ...features.map(({ records = {} }) => records)].flatMap((all) =>
    Object.entries<unknown>(all),
  )
  return unique(kinds, 'holds the record') as unknown as RecordKinds
}

/** Each hook has exactly one feature. */
export function hooksOf(features: readonly Feature[]): Hooks {
  const hooks = unique(
    features.flatMap(({ hooks = {} }) => Object.entries(hooks)),
    'has the hook',
  )
  const missing = HOOK_NAMES.filter((name) => !(name in hooks))
  if (missing.length > 0) throw new Error(`no feature has the hook ${missing.join(', ')}`)
  return hooks as unknown as Hooks
}

function unique<T>(entries: readonly (readonly [string, T])[], does: string): Record<string, T> {
  const found: Record<string, T> = {}
  for (const [name, value] of entries) {
    if (name in found) throw new Error(`a second feature ${does} ${name}`)
    found[name] = value
  }
  return found
}
