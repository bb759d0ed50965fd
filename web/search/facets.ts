import { computed } from '@preact/signals'
import type { FetchedMessage } from '../../api/objects/message.ts'
import type { NarrowTerm } from '../../api/objects/narrow.ts'
import { term } from '../../client/messages/narrow.ts'
import { message, stretch } from '../messages/store.ts'
import { query, results } from './store.ts'

/** A filter that would leave a part of what was found. */
export interface Facet {
  readonly term: NarrowTerm
  readonly count: number
}

export interface Facets {
  readonly channels: readonly Facet[]
  readonly senders: readonly Facet[]
  readonly contents: readonly Facet[]
}

/** The most frequent ones. */
const MAX_FACETS = 5

const CONTENTS: readonly [string, RegExp][] = [
  ['link', /<a href="(?!\/user_uploads|#)/],
  ['image', /class="(message_inline_image|message-media)/],
  ['attachment', /\/user_uploads\//],
]

function byCount(operator: string, operands: readonly (number | string)[]): Facet[] {
  const counts = new Map<number | string, number>()
  for (const one of operands) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_FACETS)
    .map(([operand, count]) => ({ term: term(operator, operand), count }))
}

const hasFilter = (operator: string): boolean =>
  query.value.terms.some((one) => one.operator === operator && !one.negated)

/** Filters for the messages that were found, as far as they are loaded. One that changes nothing is not offered. */
export const facets = computed((): Facets => {
  const found = (stretch(results.value.narrow).value?.ids ?? []).flatMap((id): FetchedMessage[] => {
    const one = message(id).value
    return one ? [one] : []
  })
  const useful = (all: Facet[]): readonly Facet[] => all.filter(({ count }) => count < found.length)
  const containing = CONTENTS.flatMap(([what, mark]) => found.filter((one) => mark.test(one.content)).map(() => what))
  return {
    channels: hasFilter('channel')
      ? []
      : useful(
          byCount(
            'channel',
            found.flatMap((one) => one.stream_id ?? []),
          ),
        ),
    senders: hasFilter('sender')
      ? []
      : useful(
          byCount(
            'sender',
            found.map((one) => one.sender_id),
          ),
        ),
    contents: hasFilter('has') ? [] : useful(byCount('has', containing)),
  }
})
