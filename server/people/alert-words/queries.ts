import type { Db } from '../../kernel/db/database.ts'
import type { AlertWords } from '../../kernel/realm-state/records/alert-words.ts'

declare module '../../kernel/db/tables.ts' {
  interface Tables {
    alert_words: { user_id: number; realm_id: number; words: string[] }
  }
}

export const saveWords = (db: Db, realmId: number, { userId, words }: AlertWords): Promise<unknown> =>
  db
    .insertInto('alert_words')
    .values({ user_id: userId, realm_id: realmId, words: [...words] })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ words: [...words] }))
    .execute()

export const deleteWords = (db: Db, realmId: number, userId: number): Promise<unknown> =>
  db.deleteFrom('alert_words').where('user_id', '=', userId).where('realm_id', '=', realmId).execute()
