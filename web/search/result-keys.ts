import { placeOf } from '../../client/model/place.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { listUnderFocus, selectMessage } from '../conversations/select-message.ts'
import { selected } from '../conversations/store.ts'
import type { Shortcut } from '../kernel/keyboard.ts'
import { navigate } from '../kernel/navigation.ts'
import { messages } from '../messages/store.ts'
import { ownId } from '../people/store.ts'

/** Other controls have keys of their own. */
const isResult = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('article, body, main')

const to = (index: number) => (event: KeyboardEvent) => {
  const id = listUnderFocus.current?.ids.at(index)
  if (id === undefined || !isResult(event)) return false
  selectMessage(id, 'top')
  return true
}

/** Opens the place of the selected result. */
function open(event: KeyboardEvent): boolean {
  const one = selected.peek() === null ? undefined : messages.get(selected.peek() ?? 0)
  if (!one || !(event.target instanceof Element && event.target.matches('article'))) return false
  navigate(addressOf(placeOf(one, ownId()), ownId(), one.id))
  return true
}

/** The keys of the results, which stand newest first. */
export const resultKeys: readonly Shortcut[] = [
  { keys: ['Home'], run: to(0) },
  { keys: ['End'], run: to(-1) },
  { keys: ['Enter'], run: open },
]
