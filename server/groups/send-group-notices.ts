import type { Group } from '../realm-state/group.ts'
import type { CallTx } from '../transaction/tx.ts'

/** Tells people, by the notification bot, that they are in a group now. Not the caller, and not bots. */
export async function sendGroupNotices(tx: CallTx, group: Group, userIds: readonly number[]): Promise<void> {
  const { realm, user } = tx.actor
  const { id: senderId } = realm.systemBot('notification')
  const content = `@_**${user.fullName}|${user.id}** added you to the group @_*${group.name}*.`
  for (const id of userIds) {
    const person = realm.users.get(id)
    if (id === user.id || !person?.isActive || person.isBot) continue
    await tx.send({ senderId, to: { userIds: [id] }, content })
  }
}
