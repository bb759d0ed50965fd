import type { RealmState } from '../realm-state.ts'

/** Whom somebody mutes. An account that mutes nobody has no record. */
export interface Mutes {
  readonly userId: number
  /** In the order in which they were muted. */
  readonly muted: readonly { readonly id: number; readonly at: number }[]
}

export const MUTE_INDEXES = { muted: ({ muted }: Mutes) => muted.map(({ id }) => `${id}`) }

/** Everybody who mutes this account. */
export const mutersOf = (realm: RealmState, userId: number): readonly number[] =>
  realm.records.mutes.size === 0 ? [] : realm.records.mutes.findAll('muted', `${userId}`).map((one) => one.userId)
