import type { ParamsOf } from '../../../api/contract.ts'
import type { updateMessageFlagsForNarrow } from '../../../api/endpoints/flags.ts'
import { MOST_MESSAGES } from '../../../api/endpoints/messages.ts'
import { badRequest } from '../../../api/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/database.ts'
import { parseAnchor, resolveAnchor } from '../fetching/anchor.ts'
import { idsAround, NEWEST } from '../fetching/find-pages.ts'
import { narrowSource } from '../fetching/narrow.ts'

type Params = ParamsOf<typeof updateMessageFlagsForNarrow>

export interface FoundMessages {
  readonly ids: readonly number[]
  readonly found_oldest: boolean
  readonly found_newest: boolean
}

/** The messages of a narrow around an anchor. Larger numbers than one request may change are cut. */
export async function findAroundAnchor(db: Db, actor: Actor, params: Params): Promise<FoundMessages> {
  if (params.anchor === 'date') throw badRequest('Invalid anchor')
  const wanted = parseAnchor({ anchor: params.anchor, use_first_unread_anchor: false })
  const before = Math.min(params.num_before, Math.max(MOST_MESSAGES - params.num_after, MOST_MESSAGES / 2))
  const after = Math.min(params.num_after, MOST_MESSAGES - before)
  if (before > 0 && after > 0 && !params.include_anchor)
    throw badRequest('The anchor can only be excluded at an end of the range')
  const source = await narrowSource(db, actor, params.narrow)
  if (!source) return { ids: [], found_oldest: true, found_newest: true }
  const anchor = (await resolveAnchor(db, source, wanted)) ?? NEWEST
  const around = await idsAround(db, source, { anchor, before, from: after + 1 })
  const older = around.filter((id) => id < anchor)
  const newer = around.filter((id) => id > anchor).slice(0, after)
  const atAnchor = params.include_anchor && around.includes(anchor) ? [anchor] : []
  return {
    ids: [...older, ...atAnchor, ...newer],
    found_oldest: anchor === 0 || older.length < before,
    found_newest: anchor === NEWEST || newer.length < after,
  }
}
