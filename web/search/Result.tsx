import { shownTopic } from '../channels/store.ts'
import { PlaceBar } from '../conversations/PlaceBar.tsx'
import { isAside } from '../conversations/rows.ts'
import { selected } from '../conversations/store.ts'
import { dayAndTime } from '../kernel/time.ts'
import { Message } from '../messages/Message.tsx'
import { message } from '../messages/store.ts'
import { Html } from '../ui/Html.tsx'
import { shownHits } from './store.ts'

/** A message that was found, with its place. */
export function Result({ id }: { id: number }) {
  const one = message(id).value
  if (!one) return null
  const isSelected = selected.value === id
  const hit = shownHits.value.get(id)
  // The hits in an empty topic would hide its name.
  const topic = hit && one.subject !== '' ? <Html class="hit-topic" html={hit.topic} /> : shownTopic(one.subject)
  return (
    <Message
      message={one}
      isGrouped={false}
      isSelected={isSelected}
      isFaded={isAside(one)}
      hits={hit?.content}
      before={
        <PlaceBar message={one} isSelected={isSelected} topic={topic}>
          <time class="tm num">{dayAndTime(one.timestamp)}</time>
        </PlaceBar>
      }
    />
  )
}
