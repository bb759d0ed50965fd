import type { StateSlice, VisitorRequest } from '../../kernel/register/snapshot.ts'
import { playgroundsOf, presentPlaygrounds } from './present.ts'

export const playgroundsState: StateSlice<VisitorRequest> = {
  types: ['realm_playgrounds'],
  take: ({ realm }) => ({ realm_playgrounds: presentPlaygrounds(playgroundsOf(realm)) }),
}
