import { ApiError } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type Clock, seconds } from '../../kernel/base/clock.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import type { CallTx } from '../../kernel/transaction/tx.ts'
import { recentTexts } from '../conversation-queries.ts'

interface FailedCall {
  readonly ctx: { readonly clock: Clock }
  readonly db: Db
  readonly actor: Actor
  transact(work: (tx: CallTx) => Promise<void>): Promise<void>
}

/** A bot that fails again and again gives its owner one notice in this time. */
const QUIET_SECONDS = 60

/** Nobody may be reading the answers that a bot gets, so its owner gets a notice if it writes to a channel that is not there. */
export async function tellBotOwner(call: FailedCall, error: unknown): Promise<void> {
  if (!(error instanceof ApiError) || error.code !== 'STREAM_DOES_NOT_EXIST') return
  const { realm, user } = call.actor
  const owner = ownerOf(realm, user)
  // The first look takes no place in the lane.
  if (!owner || (await wasTold(call.db, realm, owner, user, seconds(call.ctx.clock)))) return
  await call.transact(async (tx) => {
    if (await wasTold(tx.db, tx.realm, owner, user, tx.now)) return
    await tx.send({
      senderId: tx.realm.systemBot('notification').id,
      to: { userIds: [owner.id] },
      content: `${beginning(user)} ${problem(error.data)}`,
    })
  })
}

function ownerOf(realm: RealmState, user: User): User | undefined {
  const owner = user.isBot && user.botOwnerId !== null ? realm.users.get(user.botOwnerId) : undefined
  return owner?.isActive ? owner : undefined
}

const beginning = ({ fullName, id }: User): string => `Your bot @_**${fullName}|${id}** tried to send a message to`

/** Longer names than channels can have are cut, and nothing in them is formatted. */
const problem = ({ stream, stream_id: id }: ApiError['data']): string =>
  typeof stream === 'string'
    ? `the channel \`${stream.replaceAll(/[`\s]+/g, ' ').slice(0, 60)}\`, but that channel does not exist.`
    : `the channel with the ID ${id}, but there is no such channel.`

async function wasTold(db: Db, realm: RealmState, owner: User, bot: User, now: number): Promise<boolean> {
  const { id: senderId } = realm.systemBot('notification')
  const notices = await recentTexts(db, realm.id, { senderId, readerId: owner.id }, now - QUIET_SECONDS)
  return notices.some((content) => content.startsWith(beginning(bot)))
}
