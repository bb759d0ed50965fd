import { ApiError } from '../../../api/errors.ts'
import type { Rendering } from '../../../markdown/rendering.ts'
import type { User } from '../../kernel/realm-state/user.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import type { ImportRun } from './importing.ts'

const NO_MENTIONS = {
  people: [],
  silentPeople: [],
  groups: [],
  silentGroups: [],
  forbiddenGroups: [],
  channelWildcard: false,
  topicWildcard: false,
}

/** Renders a text in the name of its author. A text that costs too much stays as it was written. */
export async function renderText(to: ImportRun, author: User, content: string): Promise<Rendering> {
  const actor = { realm: to.realm, user: author, client: 'website', address: null }
  try {
    return await renderContent({ db: to.db }, actor, to.tools.siteOf(to.realm), content)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    to.report.leftOut('formatting of texts that are too complicated')
    return plain(content)
  }
}

const plain = (content: string): Rendering => ({
  html: `<p>${content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)}</p>`,
  text: content,
  mentions: NO_MENTIONS,
  alertWords: [],
  links: [],
  hasImage: false,
  attachments: [],
  isMeMessage: false,
  widget: undefined,
})
