import { getOrMake } from '../base/get-or-make.ts'
import { Turns } from '../base/turns.ts'
import type { Context } from '../context.ts'

/**
 * One registration at a time for each account, and for each address without an account. The full state is the most
 * expensive answer, and impatient clients repeat the request.
 */
const LIMITS = { turns: Number.POSITIVE_INFINITY, perCaller: 1, waiting: 50 }

const turns = new WeakMap<Context, Turns<string>>()

/** They wait as long as a read does. */
export const turnsOf = (ctx: Context): Turns<string> =>
  getOrMake(turns, ctx, () => new Turns({ ...LIMITS, wait: ctx.database.limits.reads.wait }))
