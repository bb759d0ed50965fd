import { badRequest } from '../../../api/errors.ts'
import { MESSAGE_FLAGS } from '../../../api/objects/message.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { SmallChange } from '../../kernel/log/lane.ts'
import { invalidMessage, maySeeMessage } from '../message-access.ts'
import {
  type EditableFlag,
  FLAG_KINDS,
  type FlagOperation,
  type FlagsOutcome,
  type FlagsPlan,
  type QueuedFlags,
} from './flags-batch.ts'
import type { FlagTarget } from './queries.ts'

export function checkFlag(flag: string): EditableFlag {
  if (Object.hasOwn(FLAG_KINDS, flag)) return flag as EditableFlag
  if ((MESSAGE_FLAGS as readonly string[]).includes(flag)) throw badRequest(`Flag not editable: '${flag}'`)
  throw badRequest(`Invalid flag: '${flag}'`)
}

export function checkOperation(op: string): FlagOperation {
  if (op === 'add' || op === 'remove') return op
  throw badRequest(`Invalid message flag operation: '${op}'`)
}

/** Messages in these channels are not marked unread, because the caller would not see them as unread. */
const notSubscribedChannels = ({ user, realm }: Actor, visible: readonly FlagTarget[]): number[] => [
  ...new Set(
    visible.flatMap(({ channel_id: id }) => (id !== null && !realm.memberships.isSubscribed(user.id, id) ? [id] : [])),
  ),
]

/** People who received a message keep their own row about it, even after losing access to its channel. */
const hasOwnRow = ({ received, flags }: FlagTarget): boolean => received || flags !== null

type FlagsChange = QueuedFlags & SmallChange<FlagsPlan, FlagsOutcome, readonly FlagTarget[], Actor>

/**
 * A request to change flags as a small change of the lane. `readAt` is the log position at which the targets were read.
 */
export const flagsChange = (
  { realm, user }: Actor,
  flag: EditableFlag,
  op: FlagOperation,
  wanted: readonly number[],
  targets: readonly FlagTarget[],
  readAt: number,
): FlagsChange => ({
  kind: FLAG_KINDS[flag][op],
  realm,
  userId: user.id,
  wanted,
  readAt,
  decide(actor, readAgain = targets) {
    const isStar = flag !== 'read'
    const visible = readAgain.filter((target) => (isStar && hasOwnRow(target)) || maySeeMessage(actor, target))
    // A star needs an accessible message. Marking an inaccessible message as read is ignored.
    if (isStar && op === 'add' && visible.length < wanted.length) throw invalidMessage()
    const ignoredChannels = flag === 'read' && op === 'remove' ? notSubscribedChannels(actor, visible) : []
    const chosen = visible.filter(({ channel_id: id }) => id === null || !ignoredChannels.includes(id))
    return chosen.length === 0
      ? { done: { ignoredChannels, updated: 0 } }
      : { plan: { userId: actor.user.id, targets: chosen, ignoredChannels } }
  },
})
