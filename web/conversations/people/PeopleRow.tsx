import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { activityOf, avatarOf, nameOf, ownId, person } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { localTime } from './local-time.ts'
import { PeopleCard } from './PeopleCard.tsx'
import { statusLine } from './status-line.ts'

function lineOf(id: number): string | undefined {
  if (id === ownId()) return t('reaction.you')
  const status = statusLine(id)
  if (status) return status
  if (person(id)?.is_bot) return t('people.bot')
  const time = localTime(id)
  return time && t('people.localTime', { time })
}

/** Somebody in the list of people. It opens their card. */
export function PersonRow({ id }: { id: number }) {
  const [button, setButton] = useState<Element | null>(null)
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(id) ?? t('person.unknown')
  const line = lineOf(id)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        class="pp"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={name} src={avatarOf(id)} size={24} seed={id} activity={activityOf(id)} />
        <span class="nm">
          <bdi class="clip">{name}</bdi>
          {line && <span class="st clip">{line}</span>}
        </span>
      </button>
      {isOpen && button && <PeopleCard id={id} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
