import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentTokens } from './present.ts'
import { type Provider, selectProviders } from './token-queries.ts'

export const callTokensState: StateSlice = {
  types: ['video_calls'],
  take: ({ realm, user }) =>
    wantRows<{ readonly provider: Provider }>(
      (db) => selectProviders(db, realm.id, user.id),
      (rows) => presentTokens(rows.map(({ provider }) => provider)),
    ),
}
