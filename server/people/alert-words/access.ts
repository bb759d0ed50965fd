import type { Actor } from '../../kernel/actor.ts'

/** The caller's own words. Nobody sees those of others. */
export const wordsOf = ({ realm, user }: Pick<Actor, 'realm' | 'user'>): readonly string[] =>
  realm.records.alertWords.get(user.id)?.words ?? []
