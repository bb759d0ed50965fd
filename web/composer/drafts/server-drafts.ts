import { computed } from '@preact/signals'
import { state } from '../../kernel/state.ts'
import { ownId } from '../../people/store.ts'
import type { ServerDraft } from './decide.ts'
import { keyOfDraft } from './draft-record.ts'
import { buried, records } from './records.ts'

const listed = computed(() => state.value?.drafts)

/** Does the server keep drafts for the other devices of the person? */
export const isSynchronized = computed(() => state.value?.user_settings?.enable_drafts_synchronization === true)

/** The drafts of the server, the newest first, without those that are being deleted. */
export const serverDrafts = computed((): readonly ServerDraft[] =>
  (listed.value ?? []).flatMap((one) =>
    one.id === undefined || buried.value.has(one.id) ? [] : [{ ...one, id: one.id }],
  ),
)

/** The drafts of a composer. Those that belong to another text of this browser are not among them. */
export function draftsOfKey(key: string): readonly ServerDraft[] {
  const owner = new Map([...records.peek().values()].map((one) => [one.serverId, one.place]))
  return serverDrafts.peek().filter((one) => (owner.get(one.id) ?? keyOfDraft(one, ownId())) === key)
}
