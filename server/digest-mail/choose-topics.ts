import type { RealmState } from '../realm-state/realm-state.ts'
import { isGuest, type User } from '../realm-state/user.ts'
import { DAYS, type Days } from './digest-days.ts'
import type { TopicFigure } from './queries.ts'

/** The busiest topics of an organization in a number of days. */
interface Figures {
  readonly inChannel: ReadonlyMap<number, readonly TopicFigure[]>
  /** The busiest ones of public channels. */
  readonly inPublic: readonly TopicFigure[]
}

export type RealmFigures = ReadonlyMap<Days, Figures>

/** Enough that something is left of it for people who have left or muted some channels. */
const MOST_PUBLIC = 40
/** Twice as many as a digest shows, because some may be out of sight when it is sent. */
const MOST_CHOSEN = 8

const BY_SENDERS = (a: TopicFigure, b: TopicFigure) =>
  b.senders - a.senders || b.messages - a.messages || a.topicId - b.topicId
const BY_MESSAGES = (a: TopicFigure, b: TopicFigure) =>
  b.messages - a.messages || b.senders - a.senders || a.topicId - b.topicId

export const figuresOf = (
  rows: readonly (TopicFigure & { readonly days: Days })[],
  isPublic: (channelId: number) => boolean,
): RealmFigures =>
  new Map(
    DAYS.map((days) => {
      const own = rows.filter((row) => row.days === days)
      const open = own.filter(({ channelId }) => isPublic(channelId))
      const inPublic = new Set([
        ...open.sort(BY_SENDERS).slice(0, MOST_PUBLIC),
        ...open.sort(BY_MESSAGES).slice(0, MOST_PUBLIC),
      ])
      return [days, { inChannel: Map.groupBy(own, ({ channelId }) => channelId), inPublic: [...inPublic] }]
    }),
  )

/** The topics that somebody may find interesting: in turns one with many senders and one with many messages. */
export function chooseTopics(
  { inChannel, inPublic }: Figures,
  realm: RealmState,
  user: User,
  isWanted: (figure: TopicFigure) => boolean,
): TopicFigure[] {
  const { memberships } = realm
  const subscribed = memberships.channelsOf(user.id).flatMap((channelId) => inChannel.get(channelId) ?? [])
  const others = isGuest(user) ? [] : inPublic.filter(({ channelId }) => !memberships.isSubscribed(user.id, channelId))
  const wanted = [...subscribed, ...others].filter(isWanted)
  const rankings = [wanted.toSorted(BY_SENDERS), wanted.toSorted(BY_MESSAGES)]
  const chosen = new Set<TopicFigure>()
  while (chosen.size < Math.min(MOST_CHOSEN, wanted.length)) {
    const next = rankings[chosen.size % 2]!.find((figure) => !chosen.has(figure))!
    chosen.add(next)
  }
  return [...chosen]
}
