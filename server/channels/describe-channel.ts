import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/database.ts'
import { renderContent } from '../kernel/rendering/render-content.ts'
import type { Site } from '../kernel/rendering/site.ts'
import { checkDescription } from '../kernel/texts/channel-name.ts'
import type { ChannelRequest } from './create-channel.ts'

/** Checks and renders the description of a channel that may have to be created. */
export async function describeChannel(
  call: { readonly db: Db; readonly actor: Actor },
  site: Site,
  { name, description: text = '' }: { name: string; description?: string | undefined },
  /** The error text names it. */
  parameter: string,
): Promise<ChannelRequest> {
  const description = checkDescription(text, parameter)
  const { html } = await renderContent(call, call.actor, site, description)
  return { name, description, renderedDescription: html }
}
