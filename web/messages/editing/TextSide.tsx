import type { ComponentChildren } from 'preact'
import { avatarOf, nameOf, ownId } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Diff } from '../history/Diff.tsx'
import type { Part } from '../history/word-diff.ts'

interface Props {
  name: string
  /** What the heading says, if it says more than the name. */
  title?: string
  note?: string
  /** The text that can be changed. */
  isActive?: boolean
  label: string
  parts: readonly Part[]
  children: ComponentChildren
}

/** One of the two texts of a conflict, and what is different in it. */
export function TextSide({ name, title = name, note, isActive = false, label, parts, children }: Props) {
  const own = ownId()
  const changed = parts.filter(({ kind }) => kind !== 'same')
  return (
    <section class={`side-by ${isActive ? 'focus' : ''}`} aria-label={name}>
      <header>
        <Avatar name={nameOf(own) ?? ''} src={avatarOf(own)} size={20} seed={own} />
        <b class="grow">{title}</b>
        {note && <span class="mut num">{note}</span>}
        {isActive && <Icon name="pencil" size="s" class="mut" />}
      </header>
      {children}
      <footer>
        <span class="mut">{label}</span> <Diff parts={changed} />
      </footer>
    </section>
  )
}
