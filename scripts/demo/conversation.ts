import type { PersonKey, SenderKey } from './people.ts'

export interface Line {
  readonly by: SenderKey
  /** The unit is days before today; 0 if absent. */
  readonly daysAgo?: number
  /** Hour and minute of the story, in which it is 10:30 now. */
  readonly at: string
  readonly text: string
  /** What it said before it was edited, the first version first. */
  readonly earlier?: readonly string[]
  /** People by the name of the emoji. */
  readonly reactions?: Readonly<Record<string, readonly PersonKey[]>>
  /** A file of pictures/ without its ending, which the text shows at `{picture}`. */
  readonly picture?: string
  /** Mara has not read it. */
  readonly unread?: true
  /** Mara has saved it for later. */
  readonly saved?: true
  /** The numbers of the options that people voted for. */
  readonly votes?: Readonly<Partial<Record<PersonKey, number>>>
  /** The numbers of the tasks that are done. */
  readonly done?: readonly number[]
}

export interface Topic {
  readonly channel: string
  readonly topic: string
  /** What Mara has set. */
  readonly policy?: 'followed' | 'muted'
  readonly resolvedBy?: PersonKey
  readonly said: readonly Line[]
}

/** Mara and others. */
export interface DirectConversation {
  readonly with: readonly PersonKey[]
  readonly said: readonly Line[]
}

export type Conversation = Topic | DirectConversation

/** In UNIX milliseconds. The story's time of day, counted back from its end. */
export function timeOf({ daysAgo = 0, at }: Pick<Line, 'daysAgo' | 'at'>, end: number): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const before = (10 - hours) * 60 + (30 - minutes)
  return end - (daysAgo * 24 * 60 + before) * 60_000
}

/** 10:30 today, or now if that is still to come. */
export function endOfStory(now: Date): number {
  const end = new Date(now)
  end.setHours(10, 30, 0, 0)
  return Math.min(end.getTime(), now.getTime() - 60_000)
}
