import { finished } from 'node:stream/promises'
import { getOrMake } from '../base/get-or-make.ts'
import type { OpenedReply } from '../base/outgoing-requests.ts'
import { Turns } from '../base/turns.ts'
import type { Context } from '../context.ts'
import type { CallerKey } from '../db/database.ts'
import type { FileCall, FilePage, ForeignFile } from '../http/pages/file-pages.ts'
import { EXTERNAL_PATH, readExternalAddress } from './external-address.ts'
import { fetchExternal } from './fetch-external.ts'

/** A page shows many pictures at once. A site that hangs must not keep more requests waiting than these. */
const LIMITS = { turns: 50, perCaller: 8, waiting: 100, wait: 10_000 }

const turnsOf = new WeakMap<Context, Turns<CallerKey>>()

/** Shows what is at an address of another site, so that the site does not learn who reads a message. */
async function show({ ctx, params, caller, range, signal }: FileCall): Promise<ForeignFile | null> {
  const url = readExternalAddress(ctx.secret, params['signature'] ?? '', params['address'] ?? '')
  if (url === null || !ctx.config.linkPreviews) return null
  const turns = getOrMake(turnsOf, ctx, () => new Turns<CallerKey>(LIMITS))
  await turns.begin(caller)
  const end = () => turns.end(caller)
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
