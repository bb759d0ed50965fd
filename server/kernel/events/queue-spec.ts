import { events } from '../../../api/events/index.ts'
import type { ClientCapabilities } from '../../../api/objects/client-capabilities.ts'
import type { EventNarrowTerm } from '../../../api/objects/narrow.ts'

/** What a queue receives and what its client supports. Fixed at registration and stored with the queue. */
export interface QueueSpec {
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly slimPresence: boolean
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  readonly allPublicStreams: boolean
  /** Null means every type. */
  readonly eventTypes: readonly string[] | null
  readonly narrow: readonly EventNarrowTerm[]
  readonly capabilities: Partial<ClientCapabilities>
}

const MAX_SHARED_SPECS = 1_000
/** Characters of JSON. Longer specs are unlikely to be shared. */
const LONGEST_SHARED = 2_000
const shared = new Map<string, QueueSpec>()

/** Queues with the same spec share one object, because clients differ little. */
export function sharedSpec(spec: QueueSpec): QueueSpec {
  const key = JSON.stringify(spec)
  if (key.length > LONGEST_SHARED) return spec
  const known = shared.get(key)
  if (known) return known
  if (shared.size >= MAX_SHARED_SPECS) shared.clear()
  shared.set(key, spec)
  return spec
}

/** Event names have the form `type` or `type/op`. */
const TYPES = [...new Set(Object.keys(events).map((name) => name.split('/', 1)[0]!))]

/** The requested types that exist. Others are ignored, because a queue would keep them for days. */
export const supportedTypes = (asked: readonly string[] | null | undefined): readonly string[] | null =>
  asked ? TYPES.filter((type) => asked.includes(type)) : null

export const wantsType = (spec: QueueSpec, type: string): boolean =>
  spec.eventTypes === null || spec.eventTypes.includes(type)

export const IDLE_TIMEOUT = { default: 600, mobile: 43_200, most: 604_800 } as const

export const idleSeconds = (asked: number | 'mobile' | undefined): number =>
  asked === 'mobile' ? IDLE_TIMEOUT.mobile : Math.min(asked ?? IDLE_TIMEOUT.default, IDLE_TIMEOUT.most)
