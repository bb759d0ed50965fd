import { signal } from '@preact/signals'
import type { FetchedMessage } from '../../../api/objects/message.ts'
import { isMutedPerson } from '../../people/store.ts'

/** Messages of muted people that were wanted all the same, until the page is closed. */
const revealed = signal<ReadonlySet<number>>(new Set())

/** Is the message folded away because its author is muted? */
export const isHidden = ({ id, sender_id }: Pick<FetchedMessage, 'id' | 'sender_id'>): boolean =>
  isMutedPerson(sender_id) && !revealed.value.has(id)

export function revealMessage(id: number): void {
  revealed.value = new Set(revealed.value).add(id)
}
