import type { z } from 'zod'
import type { RealmPlayground } from '../../../api/objects/realm.ts'
import type { RealmState } from '../../kernel/realm-state/realm-state.ts'
import type { Playground } from './record.ts'

type WirePlayground = z.infer<typeof RealmPlayground>

const presentPlayground = (playground: Playground): WirePlayground => ({
  id: playground.id,
  name: playground.name,
  pygments_language: playground.language,
  url_template: playground.urlTemplate,
})

/** Returns them in the order in which they were added. */
export const presentPlaygrounds = (playgrounds: Iterable<Playground>): WirePlayground[] =>
  [...playgrounds].sort((a, b) => a.id - b.id).map(presentPlayground)

export const playgroundsOf = (realm: RealmState): Playground[] => [...realm.records.playground.values()]
