import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import { isGuest, type User } from '../../kernel/realm-state/user.ts'
import { DAYS, type Days } from './digest-days.ts'
import type { TopicFigure } from './queries.ts'

/** A topic with its places among all of the organization. */
interface RankedTopic extends TopicFigure {
  readonly bySenders: number
  readonly byMessages: number
}

/** The busiest topics of an organization in a number of days. */
interface Figures {
  readonly inChannel: ReadonlyMap<number, readonly RankedTopic[]>
  /** The busiest ones of public channels. */
  readonly inPublic: readonly RankedTopic[]
}

export type RealmFigures = ReadonlyMap<Days, Figures>

/** Enough that something is left of it for people who have left or muted some channels. */
const MAX_PUBLIC_TOPICS = 40
/** Twice as many as a digest shows, because some may be out of sight when it is sent. */
const MAX_CHOSEN_TOPICS = 8

/** All topics are ordered once, not for each person. */
export const figuresOf = (
  rows: readonly (TopicFigure & { readonly days: Days })[],
  isPublic: (channelId: number) => boolean,
): RealmFigures =>
  new Map(
    DAYS.map((days) => {
      const own = ranked(rows.filter((row) => row.days === days))
      const open = own.filter(({ channelId }) => isPublic(channelId))
      const inPublic = new Set(RANKINGS.flatMap((ranking) => open.toSorted(ranking).slice(0, MAX_PUBLIC_TOPICS)))
      return [days, { inChannel: Map.groupBy(own, ({ channelId }) => channelId), inPublic: [...inPublic] }]
    }),
  )

const RANKINGS = [
  (a: RankedTopic, b: RankedTopic) => a.bySenders - b.bySenders,
  (a: RankedTopic, b: RankedTopic) => a.byMessages - b.byMessages,
]

function ranked(figures: readonly TopicFigure[]): RankedTopic[] {
  const places = (order: (a: TopicFigure, b: TopicFigure) => number) =>
    new Map(figures.toSorted(order).map((figure, place) => [figure, place]))
  const bySenders = places((a, b) => b.senders - a.senders || b.messages - a.messages || a.topicId - b.topicId)
  const byMessages = places((a, b) => b.messages - a.messages || b.senders - a.senders || a.topicId - b.topicId)
  return figures.map((figure) => ({
    ...figure,
    bySenders: bySenders.get(figure)!,
    byMessages: byMessages.get(figure)!,
  }))
}

/** The topics that somebody may find interesting: in turns one with many senders and one with many messages. */
export function chooseTopics(
  { inChannel, inPublic }: Figures,
  { memberships }: RealmState,
  user: User,
  isWanted: (figure: TopicFigure) => boolean,
): TopicFigure[] {
  const isIn = (channelId: number) => memberships.isSubscribed(user.id, channelId)
  const subscribed = [...inChannel].flatMap(([channelId, figures]) => (isIn(channelId) ? figures : []))
  const others = isGuest(user) ? [] : inPublic.filter(({ channelId }) => !isIn(channelId))
  const found = [...subscribed, ...others]
  const orders = RANKINGS.map((ranking) => found.toSorted(ranking).values())
  const chosen = new Set<TopicFigure>()
  for (let turn = 0; chosen.size < MAX_CHOSEN_TOPICS; turn += 1) {
    const next = firstOf(orders[turn % 2]!, (figure) => !chosen.has(figure) && isWanted(figure))
    // When one order is at its end, everything was looked at.
    if (!next) break
    chosen.add(next)
  }
  return [...chosen]
}

/** Goes on where it stopped the last time. */
function firstOf<T>(values: Iterator<T>, fits: (value: T) => boolean): T | undefined {
  for (let step = values.next(); !step.done; step = values.next()) if (fits(step.value)) return step.value
  return undefined
}
