/** The result of rendering a text. */
export interface Rendering {
  readonly html: string
  /** The text without its markup, for search and mails. */
  readonly text: string
  readonly mentions: Mentions
  /** The alert words of the context that occur outside of code and addresses. */
  readonly alertWords: readonly string[]
  /** Addresses of links, each once, in order. */
  readonly links: readonly string[]
  readonly hasImage: boolean
  /** Paths of this server's uploads, each once: `1/ab/cat.png` for `/user_uploads/1/ab/cat.png`. */
  readonly attachments: readonly string[]
  readonly isMeMessage: boolean
  readonly widget: Widget | undefined
}

export interface Mentions {
  /** Ids of people mentioned by name, not silently. */
  readonly people: readonly number[]
  readonly silentPeople: readonly number[]
  readonly groups: readonly number[]
  readonly silentGroups: readonly number[]
  /** Groups that were mentioned without permission. The author gets an error, and the group is not notified. */
  readonly forbiddenGroups: readonly string[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
}

export type Widget =
  | { readonly widget_type: 'poll'; readonly extra_data: { readonly question: string; readonly options: string[] } }
  | {
      readonly widget_type: 'todo'
      readonly extra_data: {
        readonly task_list_title: string
        readonly tasks: readonly { readonly task: string; readonly desc: string }[]
      }
    }

/** The text would cost more than its budget. */
export class TooCostly extends Error {}
