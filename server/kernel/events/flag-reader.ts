import type { Db } from '../db/database.ts'

/** Reads the flags that people have for messages now, as JSON. Without an entry, the message is gone. */
export interface FlagReader {
  /** One message for many people, by their ids. */
  ofPeople(db: Db, realmId: number, messageId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Many messages for one person, by the ids of the messages. */
  ofMessages(
    db: Db,
    realmId: number,
    userId: number,
    messageIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>>
}

/** The flags of a message that was deleted. Nobody has to read it any more. */
export const FLAGS_OF_GONE = '["read"]'

/** It is used for a log without such events. */
export const noFlags: FlagReader = {
  ofPeople: async () => new Map(),
  ofMessages: async () => new Map(),
}
