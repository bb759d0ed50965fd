import { badRequest } from '../../api/errors.ts'
import { references } from '../../markdown/references.ts'
import { render } from '../../markdown/render.ts'
import { type Rendering, TooCostly } from '../../markdown/rendering.ts'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/database.ts'
import { renderContext } from './render-context.ts'
import { newestInTopics, type TopicName } from './topic-queries.ts'
import { typesettersFor } from './typesetters.ts'

/** What a text becomes in its author's name. One look-up at most, and none for a text that links to no topic. */
export async function renderContent(
  db: Db,
  actor: Actor,
  url: string,
  source: string,
  now: number,
): Promise<Rendering> {
  const typesetters = await typesettersFor(source, actor.realm.info.settings.default_code_block_language)
  const topics = source.includes('#**') ? linkedTopics(actor, source) : []
  const newest = await newestInTopics(db, actor, topics, now)
  const context = renderContext(actor, url, now, { typesetters, newestInTopic: newest })
  try {
    return render(source, context)
  } catch (error) {
    if (error instanceof TooCostly) throw badRequest('Unable to render message')
    throw error
  }
}

function linkedTopics({ realm }: Actor, source: string): TopicName[] {
  return references(source).topics.flatMap(({ channel, topic }) => {
    const found = realm.channelByName(channel)
    return found ? [{ channel: found, topic }] : []
  })
}
