import { computed } from '@preact/signals'
import type { Reminder } from '../../api/objects/personal.ts'
import { drafts } from '../composer/drafts/store.ts'
import { scheduledMessages } from '../composer/scheduled/store.ts'
import { state } from '../kernel/state.ts'
import { dayName } from '../kernel/time.ts'

export const TABS = ['saved', 'drafts', 'scheduled', 'reminders'] as const
export type LaterTab = (typeof TABS)[number]

export const reminders = computed((): readonly Reminder[] => state.value?.reminders ?? [])

const saved = computed(() => state.value?.starred_messages?.length ?? 0)

/** How much each tab has. */
export const laterCounts = computed(
  (): Readonly<Record<LaterTab, number>> => ({
    saved: saved.value,
    drafts: drafts.value.length,
    scheduled: scheduledMessages.value.length,
    reminders: reminders.value.length,
  }),
)

export const failedCount = computed(() => scheduledMessages.value.filter(({ hasFailed }) => hasFailed).length)

export interface Day<T> {
  readonly name: string
  readonly items: readonly T[]
}

/** What is due on each day, in the order of the list. */
export const byDay = <T>(items: readonly T[], at: (item: T) => number): readonly Day<T>[] =>
  [...Map.groupBy(items, (item) => dayName(at(item)))].map(([name, list]) => ({ name, items: list }))
