import { badRequest } from '../../../api/errors.ts'
import type { RenderContext, Typesetters } from '../../../markdown/context.ts'
import { references } from '../../../markdown/references.ts'
import type { render } from '../../../markdown/render.ts'
import { type Rendering, TooCostly } from '../../../markdown/rendering.ts'
import { hasContentAccess, hasHistoryAccess } from '../access/channel-access.ts'
import type { Actor } from '../actor.ts'
import { type FindUpload, findUploads } from '../attachments/find-uploads.ts'
import type { Db } from '../db/database.ts'
import { type Lookups, renderContext } from './render-context.ts'
import type { Site } from './site.ts'
import { type Newest, newestInTopics, type ReadableTopic } from './topic-queries.ts'

interface Engine {
  readonly render: typeof render
  readonly typesetters: Typesetters
}

let engine: Promise<Engine> | undefined
let loaded: Engine | undefined

/**
 * Loads the text engine. Loading would delay a request too long, so it happens after the start and before the first
 * text.
 */
export function loadEngine(): Promise<Engine> {
  engine ??= Promise.all([
    import('../../../markdown/render.ts'),
    import('../../../markdown/code/highlighter.ts'),
    import('../../../markdown/math/katex.ts'),
  ]).then(([{ render }, { highlight }, { typesetMath: math }]) => {
    loaded = { render, typesetters: { highlight, math } }
    return loaded
  })
  return engine
}

const NOTHING_NEWER: Newest = () => undefined
const NO_UPLOADS: FindUpload = () => undefined

/**
 * Renders a text in the name of its author. Synchronous from memory, unless it links to topics or uploads: then one query
 * looks up all topics and one all uploads, which are the only uses of `db`. `embed` has the descriptions of pages that
 * were fetched before.
 */
export function renderContent(
  call: { readonly db: Db },
  actor: Actor,
  site: Site,
  source: string,
  embed?: RenderContext['embed'],
): Rendering | Promise<Rendering> {
  const topics = source.includes('#**') ? linkedTopics(actor, source) : []
  const hasUploads = source.includes('/user_uploads/')
  const known = { newestInTopic: NOTHING_NEWER, upload: NO_UPLOADS, embed }
  if (loaded && topics.length === 0 && !hasUploads) return renderWith(loaded, actor, site, source, known)
  return lookUpAndRender()

  /** One after the other: in a transaction both use one connection. */
  async function lookUpAndRender(): Promise<Rendering> {
    const newestInTopic = await newestInTopics(call.db, actor.user.id, topics)
    const upload = hasUploads ? await findUploads(call.db, actor.realm.id, references(source).uploads) : NO_UPLOADS
    return renderWith(await loadEngine(), actor, site, source, { newestInTopic, upload, embed })
  }
}

function renderWith(
  { render, typesetters }: Engine,
  actor: Actor,
  site: Site,
  source: string,
  lookups: Omit<Lookups, 'typesetters'>,
): Rendering {
  try {
    return render(source, renderContext(actor, site, { typesetters, ...lookups }))
  } catch (error) {
    if (error instanceof TooCostly) throw badRequest('Unable to render message')
    throw error
  }
}

function linkedTopics({ realm, user }: Actor, source: string): ReadableTopic[] {
  return references(source).topics.flatMap(({ channel: name, topic }) => {
    const channel = realm.channelByName(name)
    if (!channel || !hasContentAccess(realm, user, channel)) return []
    return [{ channelId: channel.id, topic, isShared: hasHistoryAccess(realm, user, channel) }]
  })
}
