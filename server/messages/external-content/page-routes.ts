import { finished } from 'node:stream/promises'
import { getOrMake } from '../../kernel/base/get-or-make.ts'
import type { OpenedReply } from '../../kernel/base/outgoing-requests.ts'
import { Turns } from '../../kernel/base/turns.ts'
import type { Context } from '../../kernel/context.ts'
import type { CallerKey } from '../../kernel/db/database.ts'
import type { FileCall, FilePage, ForeignFile } from '../../kernel/http/pages/file-pages.ts'
import { EXTERNAL_PATH, readExternalAddress } from './external-address.ts'
import { fetchExternal } from './fetch-external.ts'

/** A page shows many pictures at once. All files together have the turns of the sites. */
const OF_CALLERS = { turns: 1_000, perCaller: 8, waiting: 100 }
/** A site that hangs must not take the turns of others. */
const OF_SITES = { turns: 50, perCaller: 10, waiting: 100 }

interface FileTurns {
  readonly callers: Turns<CallerKey>
  readonly sites: Turns<string>
}

const turnsOf = new WeakMap<Context, FileTurns>()

function makeTurns({ outgoing: { timeout: wait } }: Context): FileTurns {
  return { callers: new Turns({ ...OF_CALLERS, wait }), sites: new Turns({ ...OF_SITES, wait }) }
}

/** Waits for a turn of the caller, and then for one of the site. Returns what ends both. */
async function beginTurn(ctx: Context, caller: CallerKey, site: string): Promise<() => void> {
  const { callers, sites } = getOrMake(turnsOf, ctx, () => makeTurns(ctx))
  await callers.begin(caller)
  try {
    await sites.begin(site)
  } catch (error) {
    callers.end(caller)
    throw error
  }
  return () => {
    sites.end(site)
    callers.end(caller)
  }
}

/** Shows what is at an address of another site, so that the site does not learn who reads a message. */
async function show({ ctx, params, caller, range, countForeign, signal }: FileCall): Promise<ForeignFile | null> {
  countForeign()
  const url = readExternalAddress(ctx.secret, params['signature'] ?? '', params['address'] ?? '')
  if (url === null || !ctx.config.linkPreviews) return null
  const end = await beginTurn(ctx, caller, URL.parse(url)?.host ?? '')
  const reply = await fetchExternal(ctx.outgoing, url, range, signal).catch((error) => {
    end()
    throw error
  })
  // The turn lasts until the file has passed, or its reader has gone.
  if (reply) void finished(reply.body).then(end, end)
  else end()
  return reply && fileOf(reply)
}

const PASSED_ON = ['content-length', 'content-range', 'accept-ranges']

function fileOf({ status, type, headers, body }: OpenedReply): ForeignFile {
  const kept = PASSED_ON.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []))
  return { status, type, headers: Object.fromEntries(kept), stream: body }
}

export const externalContentPages: readonly FilePage[] = [{ path: EXTERNAL_PATH, auth: 'none', answer: show }]
