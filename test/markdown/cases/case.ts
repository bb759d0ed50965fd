import type { RenderContext } from '../../../markdown/context.ts'
import type { Rendering } from '../../../markdown/rendering.ts'

/** One line of the vocabulary: what is typed and what it becomes. The tests, the browser's comparison and docs/markdown.md all read these. */
export interface Case {
  readonly name: string
  readonly source: string
  readonly html: string
  /** What else the rendering says; only the fields that matter to the case. */
  readonly says?: Partial<Rendering>
  /** Where the world of the cases is not enough. */
  readonly world?: Partial<RenderContext>
  /** Shown to users in docs/markdown.md. */
  readonly shown?: boolean
}

export interface CaseGroup {
  /** The name of the section of the vocabulary. */
  readonly title: string
  /** A sentence for users, where the cases do not speak for themselves. */
  readonly about?: string
  readonly cases: readonly Case[]
}
