import { Avatar } from '../ui/Avatar.tsx'
import { toggleCard } from './open-card.ts'
import { PersonMark } from './PersonMark.tsx'

interface Props {
  id: number
  name: string
}

/** Who wrote a message. A press opens the card. */
export const AuthorName = ({ id, name }: Props) => (
  <>
    <button
      type="button"
      class="author"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => toggleCard('person', id, currentTarget)}
    >
      <b>
        <bdi>{name}</bdi>
      </b>
    </button>
    <PersonMark id={id} />
  </>
)

/** The picture opens the card too. The name beside it does so for the keyboard. */
export const AuthorPicture = ({ id, name, src }: Props & { src: string | null | undefined }) => (
  <button
    type="button"
    class="author-pic"
    tabIndex={-1}
    aria-hidden="true"
    onClick={({ currentTarget }) => toggleCard('person', id, currentTarget)}
  >
    <Avatar name={name} src={src} seed={id} />
  </button>
)
