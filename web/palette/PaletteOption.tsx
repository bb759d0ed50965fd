import { foldName } from '../kernel/fold-name.ts'
import { activityOf, avatarOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { Entry } from './entries.ts'

/** The typed letters stand out. Names whose letters change their number when folded are shown as they are. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const folded = foldName(text)
  const at = typed === '' || folded.length !== text.length ? -1 : folded.indexOf(typed)
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </>
  )
}

interface Props {
  id: string
  entry: Entry
  typed: string
  isCurrent: boolean
  onTake: () => void
}

export function PaletteOption({ id, entry, typed, isCurrent, onTake }: Props) {
  const { name, note, icon, color, personId, keys, isSearch = false } = entry
  const marked = isSearch ? '' : typed
  const shown = isCurrent && !keys ? 'Enter' : keys
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      class={`li ${isCurrent ? 'cur' : ''}`}
      data-ch={color}
      aria-selected={isCurrent}
      aria-description={note || undefined}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      {personId === undefined ? (
        <Icon name={icon} size="s" {...(color && { class: 'glyph' })} />
      ) : (
        <Avatar name={name} src={avatarOf(personId)} size={20} seed={personId} activity={activityOf(personId)} />
      )}
      <span class="clip grow">
        <bdi>
          <Marked text={name} typed={marked} />
        </bdi>{' '}
        <bdi class="sub" aria-hidden="true">
          <Marked text={note} typed={marked} />
        </bdi>
      </span>
      {shown && (
        <span class="keys" aria-hidden="true">
          {shown.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </div>
  )
}
