import { badRequest } from '../../api/errors.ts'
import { references } from '../../markdown/references.ts'
import { type Rendering, TooCostly } from '../../markdown/rendering.ts'
import type { Actor } from '../actor.ts'
import { hasContentAccess, hasHistoryAccess } from '../channels/access.ts'
import type { Db } from '../db/database.ts'
import { renderContext } from './render-context.ts'
import { newestInTopics, type ReadableTopic } from './topic-queries.ts'
import { typesettersFor } from './typesetters.ts'

let engine: Promise<typeof import('../../markdown/render.ts')> | undefined

/** The engine is large: a start does without it and loads it afterwards, before the first text needs it. */
export function loadEngine(): Promise<typeof import('../../markdown/render.ts')> {
  engine ??= import('../../markdown/render.ts')
  return engine
}

/** What a text becomes in its author's name. One look-up at most, and none for a text that links to no topic. */
export async function renderContent(
  db: Db,
  actor: Actor,
  url: string,
  source: string,
  now: number,
): Promise<Rendering> {
  const { render } = await loadEngine()
  const typesetters = await typesettersFor(source, actor.realm.info.settings.default_code_block_language)
  const topics = source.includes('#**') ? linkedTopics(actor, source, now) : []
  const newest = await newestInTopics(db, actor.user.id, topics)
  const context = renderContext(actor, url, now, { typesetters, newestInTopic: newest })
  try {
    return render(source, context)
  } catch (error) {
    if (error instanceof TooCostly) throw badRequest('Unable to render message')
    throw error
  }
}

function linkedTopics({ realm, user }: Actor, source: string, now: number): ReadableTopic[] {
  return references(source).topics.flatMap(({ channel: name, topic }) => {
    const channel = realm.channelByName(name)
    if (!channel || !hasContentAccess(realm, user, channel, now)) return []
    return [{ channelId: channel.id, topic, isShared: hasHistoryAccess(realm, user, channel, now) }]
  })
}
