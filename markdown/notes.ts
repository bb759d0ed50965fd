import type { RenderContext } from './context.ts'
import { Distinct } from './distinct.ts'
import { NO_MENTIONS, NotedMentions } from './noted-mentions.ts'
import { uploadPath } from './previews/upload-path.ts'
import { type Mentions, TooCostly } from './rendering.ts'

/** Notes about one rendering: mentions, links and the cost so far. */
export class Notes {
  readonly context: RenderContext
  readonly links = new Distinct<string>()
  readonly attachments = new Distinct<string>()
  hasImage = false
  /** The number of quotes, lists and spoilers around the current position. */
  depth = 0
  /** Greater than zero inside the text of a link, where no other link is allowed. */
  linkDepth = 0
  #workLeft: number
  // Most texts have none of these.
  #mentions: NotedMentions | undefined
  #typeset: Typeset | undefined

  constructor(context: RenderContext) {
    this.context = context
    this.#workLeft = context.limits.work
  }

  /**
   * Subtracts from the budget. Every step whose number the author controls pays here. One unit is about the cost of one
   * character of prose.
   */
  pay(units: number): void {
    this.#workLeft -= units
    if (this.#workLeft < 0) throw new TooCostly('The text costs more than its budget.')
  }

  get isFullyNested(): boolean {
    return this.depth >= this.context.limits.nesting
  }

  get mentions(): NotedMentions {
    this.#mentions ??= new NotedMentions()
    return this.#mentions
  }

  listMentions(): Mentions {
    return this.#mentions?.list() ?? NO_MENTIONS
  }

  get typeset(): Typeset {
    this.#typeset ??= new Typeset()
    return this.#typeset
  }

  /** Notes a link that is written, whatever its source. */
  addLink(address: string): void {
    this.links.add(address)
    this.addAttachment(address)
  }

  /** Notes an address if it is an upload of this server, relative or absolute. */
  addAttachment(address: string): void {
    const path = uploadPath(address, this.context.settings)
    if (path !== undefined) this.attachments.add(path.slice('/user_uploads/'.length))
  }
}

/** Counts of typeset content: a formula or a language costs much more than its characters. */
class Typeset {
  readonly formulas = new Map<string, string | undefined>()
  mathCharacters = 0
  codeCharacters = 0
  oddCodeCharacters = 0
  readonly languages = new Set<string>()
}

/** markdown-it passes its `env` to every rule. Ours contains the notes of this rendering. */
export interface Environment {
  readonly notes: Notes
}

export const notesOf = (state: { env: unknown }): Notes => (state.env as Environment).notes
