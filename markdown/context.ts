import type { Linkifier } from './linkifiers/linkifier.ts'

export interface Person {
  readonly id: number
  readonly fullName: string
  readonly isActive: boolean
}

export interface Group {
  readonly id: number
  /** The typed name. `role:administrators` for a system group. */
  readonly name: string
  /** The shown name. It differs from the name only for system groups. */
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

/** The facts about an uploaded file when the message is rendered. */
export interface Upload {
  readonly contentType: string
  /** Absent if the file could not be read or is not a picture. */
  readonly image?: {
    readonly width: number
    readonly height: number
    readonly isAnimated: boolean
    readonly thumbnail: 'ready' | 'pending' | 'missing'
    /** The file to show in browsers, for formats that they do not support. */
    readonly transcodedName?: string
  }
}

/** The description of a page by its own site, fetched before the message is rendered again. */
export type Embed =
  | {
      readonly kind: 'video'
      /** The HTML that the site offers for embedding. */
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

/** Loaded on demand in the browser. Always available on the server. */
export interface Typesetters {
  /** TeX to HTML. Undefined if it is not valid TeX. */
  math(tex: string, display: boolean): string | undefined
  /** Code to HTML with `span` tokens. Undefined if the language is unknown. */
  highlight(code: string, language: string): string | undefined
}

export interface RenderLimits {
  /** The maximum number of distinct addresses. Above it nothing is previewed. */
  readonly previewedUrls: number
  /** The maximum nesting of quotes, lists and spoilers. Deeper ones are text. */
  readonly nesting: number
  /**
   * The maximum units of work. Above it rendering fails. Work is counted and not timed, so the same source fails
   * everywhere or nowhere.
   */
  readonly work: number
}

/**
 * The objects that a text may refer to. All functions are synchronous: the server prepares the data with one batched
 * lookup of `references()`, and the browser takes it from its state.
 */
export interface RenderContext {
  /** All people with that name, ignoring case. */
  peopleNamed(name: string): readonly Person[]
  person(id: number): Person | undefined
  groupNamed(name: string): Group | undefined
  /** Finds only channels that the author can access. */
  channelNamed(name: string): Channel | undefined
  /** The newest message of a topic that the author can access. */
  newestInTopic(channelId: number, topic: string): number | undefined
  /** They are in order of precedence. */
  readonly linkifiers: readonly Linkifier[]
  customEmoji(name: string): CustomEmoji | undefined
  /** The upload at a path, `/user_uploads/…`. */
  upload(path: string): Upload | undefined
  /** Absent before anything was fetched, and if pages are not previewed. */
  readonly embed?: (url: string) => Embed | undefined
  readonly typesetters: Typesetters
  /** Finds the alert words of all people in the audience. See alert-words.ts. */
  readonly alertWords: AlertWordFinder | undefined
  readonly settings: RenderSettings
  readonly limits: RenderLimits
}

export interface AlertWordFinder {
  /** Each word at most once, in its original form. */
  find(text: string): readonly string[]
}

export interface RenderSettings {
  readonly defaultCodeLanguage: string
  readonly inlineImagePreview: boolean
  readonly translateEmoticons: boolean
  readonly fileLinks: boolean
  /** The server's own address, `https://chat.example.com`. Links to its fragments become relative. */
  readonly ownUrl: string
  /** The name of the product's own emoji. */
  readonly extraEmoji: string
  /** The display name of the empty topic. */
  readonly emptyTopicName: string
  /** The address under which this server provides an external image. Undefined leaves the image out. */
  proxied(url: string): string | undefined
}
