import type { GroupSettingValue } from '../../../api/objects/group.ts'
import { session } from '../../kernel/session.ts'
import { ownId } from '../../people/store.ts'

export const PRIVACIES = ['public', 'private', 'privateFromFirstDay'] as const
export type Privacy = (typeof PRIVACIES)[number]

export interface NewChannel {
  readonly name: string
  readonly description: string
  readonly folderId: number | null
  readonly privacy: Privacy
  /** The people beside the one who creates it. */
  readonly people: readonly number[]
  /** Who can post. Undefined: everyone in it. */
  readonly posters?: GroupSettingValue | undefined
}

/** Creates a channel with its first people, and returns its id. */
export async function createChannel(wanted: NewChannel): Promise<number> {
  const { id } = await session.call('createChannel', {
    name: wanted.name.trim(),
    description: wanted.description.trim(),
    subscribers: [...new Set([ownId(), ...wanted.people])],
    invite_only: wanted.privacy !== 'public',
    history_public_to_subscribers: wanted.privacy !== 'privateFromFirstDay',
    ...(wanted.folderId !== null && { folder_id: wanted.folderId }),
    ...(wanted.posters !== undefined && { can_send_message_group: wanted.posters }),
  })
  return id
}
