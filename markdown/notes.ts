import type { RenderContext } from './context.ts'
import { Distinct } from './distinct.ts'
import { NO_MENTIONS, NotedMentions } from './noted-mentions.ts'
import { uploadPath } from './previews/upload-path.ts'
import { type Mentions, TooCostly } from './rendering.ts'

/** What is written down while one text is rendered: what it mentions, links to and has cost so far. */
export class Notes {
  readonly context: RenderContext
  readonly links = new Distinct<string>()
  readonly attachments = new Distinct<string>()
  hasImage = false
  /** How many quotes, lists and spoilers lie around what is read now. */
  depth = 0
  /** Within the text of a link, where no other link may be. */
  linkDepth = 0
  #workLeft: number
  // Most texts have none of these.
  #mentions: NotedMentions | undefined
  #typeset: Typeset | undefined

  constructor(context: RenderContext) {
    this.context = context
    this.#workLeft = context.limits.work
  }

  /** Every step whose number the author decides pays here; one unit is about what one character of prose costs. */
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

  /** Of every link that is written, whatever it was made from. */
  addLink(address: string): void {
    this.links.add(address)
    this.addAttachment(address)
  }

  /** Of an address that may be an upload's, on this server or written in full. */
  addAttachment(address: string): void {
    const path = uploadPath(address, this.context.settings)
    if (path !== undefined) this.attachments.add(path.slice('/user_uploads/'.length))
  }
}

/** What was typeset so far: a formula or language costs much more than its characters tell. */
class Typeset {
  readonly formulas = new Map<string, string | undefined>()
  mathCharacters = 0
  codeCharacters = 0
  oddCodeCharacters = 0
  readonly languages = new Set<string>()
}

/** markdown-it hands its `env` through every rule; ours holds the notes of this rendering. */
export interface Environment {
  readonly notes: Notes
}

export const notesOf = (state: { env: unknown }): Notes => (state.env as Environment).notes
