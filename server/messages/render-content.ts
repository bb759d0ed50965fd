import { badRequest } from '../../api/errors.ts'
import type { Typesetters } from '../../markdown/context.ts'
import { references } from '../../markdown/references.ts'
import type { render } from '../../markdown/render.ts'
import { type Rendering, TooCostly } from '../../markdown/rendering.ts'
import type { Actor } from '../actor.ts'
import { hasContentAccess, hasHistoryAccess } from '../channels/access.ts'
import type { Db } from '../db/database.ts'
import { renderContext } from './render-context.ts'
import { newestInTopics, type ReadableTopic } from './topic-queries.ts'

interface Engine {
  readonly render: typeof render
  readonly typesetters: Typesetters
}

let engine: Promise<Engine> | undefined

/** Loading takes longer than a request may be held up: a start does without it and does it before the first text comes. */
export function loadEngine(): Promise<Engine> {
  engine ??= Promise.all([
    import('../../markdown/render.ts'),
    import('../../markdown/code/highlighter.ts'),
    import('../../markdown/math/katex.ts'),
  ]).then(([{ render }, { highlight }, { typesetMath: math }]) => ({ render, typesetters: { highlight, math } }))
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
  const { render, typesetters } = await loadEngine()
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
