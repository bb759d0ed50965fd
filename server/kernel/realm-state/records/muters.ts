import type { RealmState } from '../realm-state.ts'

/** Everybody who mutes this account. */
export const mutersOf = (realm: RealmState, userId: number): readonly number[] =>
  realm.records.mutes.size === 0 ? [] : realm.records.mutes.findAll('muted', `${userId}`).map((one) => one.userId)
