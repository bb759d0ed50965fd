import type { Linkifier } from './linkifiers/linkifier.ts'

export interface Person {
  readonly id: number
  readonly fullName: string
  readonly isActive: boolean
}

export interface Group {
  readonly id: number
  /** As it is typed, `role:administrators` for a system group. */
  readonly name: string
  /** As it is shown; differs from the name for system groups only. */
  readonly displayName: string
  readonly isActive: boolean
  readonly mayBeMentioned: boolean
}

export interface Channel {
  readonly id: number
  readonly name: string
}

export interface CustomEmoji {
  readonly name: string
  /** The address of the image. */
  readonly src: string
}

/** What is known of an uploaded file when the message is rendered. */
export interface Upload {
  readonly contentType: string
  /** Absent when nothing could be read from the file, or it has no picture. */
  readonly image?: {
    readonly width: number
    readonly height: number
    readonly isAnimated: boolean
    readonly thumbnail: 'ready' | 'pending' | 'missing'
    /** The file browsers can show, for formats that they lack. */
    readonly transcodedName?: string
  }
}

/** What another site says of one of its pages, fetched before the message is rendered again. */
export type Embed =
  | {
      readonly kind: 'video'
      /** What the site offers to be put into a page. */
      readonly html: string
      readonly title?: string
      readonly image: string
    }
  | {
      readonly kind: 'page'
      readonly title?: string
      readonly description?: string
      readonly image: string
    }

/** Loaded on demand in the browser; always there on the server. */
export interface Typesetters {
  /** TeX → HTML; undefined when it is no TeX. */
  math(tex: string, display: boolean): string | undefined
  /** Code → HTML of `span` tokens; undefined when there is no such language. */
  highlight(code: string, language: string): string | undefined
}

export interface RenderLimits {
  /** Distinct addresses, above which nothing is previewed. */
  readonly previewedUrls: number
  /** How deep quotes, lists and spoilers may lie in one another; deeper ones are text. */
  readonly nesting: number
  /** Units of work, above which rendering fails. Counted, not timed: the same source fails everywhere or nowhere. */
  readonly work: number
}

/**
 * What a text may refer to. Everything answers at once: the server prepares it with one batched look-up for what
 * `references()` finds in the text, the browser from its state.
 */
export interface RenderContext {
  /** All who bear that name, compared without case. */
  peopleNamed(name: string): readonly Person[]
  person(id: number): Person | undefined
  groupNamed(name: string): Group | undefined
  /** Only channels that the author can access. */
  channelNamed(name: string): Channel | undefined
  /** The newest message of a topic that the author can access. */
  newestInTopic(channelId: number, topic: string): number | undefined
  /** In order of precedence. */
  readonly linkifiers: readonly Linkifier[]
  customEmoji(name: string): CustomEmoji | undefined
  /** By its path, `/user_uploads/…`. */
  upload(path: string): Upload | undefined
  /** Left out until something was fetched, and where pages are not previewed. */
  readonly embed?: (url: string) => Embed | undefined
  readonly typesetters: Typesetters
  /** The words that anyone in the audience wants to be alerted by; see alert-words.ts. */
  readonly alertWords: AlertWordFinder | undefined
  readonly settings: RenderSettings
  readonly limits: RenderLimits
}

export interface AlertWordFinder {
  /** Each word at most once, as it was given. */
  find(text: string): readonly string[]
}

export interface RenderSettings {
  readonly defaultCodeLanguage: string
  readonly inlineImagePreview: boolean
  readonly translateEmoticons: boolean
  readonly fileLinks: boolean
  /** The server's own address, `https://chat.example.com`: links to its fragments become relative. */
  readonly ownUrl: string
  /** The word that names the product's own emoji. */
  readonly extraEmoji: string
  /** How the topic without a name is shown. */
  readonly emptyTopicName: string
  /** The address under which a foreign image is fetched through this server; undefined leaves it out. */
  proxied(url: string): string | undefined
}
