import { useState } from 'preact/hooks'

export type Activity = 'active' | 'idle' | 'off'

interface Props {
  name: string
  src: string | null | undefined
  /** 36 if it is absent. */
  size?: 20 | 24 | 28 | 64 | 80
  activity?: Activity | undefined
  /** Stands behind initials. The same number has the same colour. */
  seed: number
}

const COLORS = ['#515c66', '#0b628f', '#86378c', '#7a4a12', '#2f6b3a', '#8a3b32', '#3d5a98', '#5f5a1d']

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

/** The picture of a person. The name stands beside it, so it has no name of its own. */
export function Avatar({ name, src, size, activity, seed }: Props) {
  const [isBroken, setBroken] = useState(false)
  const pixels = size ?? 36
  const isPicture = src && !isBroken
  return (
    <span
      class={`av ${size ? `s${size}` : ''}`}
      style={isPicture ? undefined : { '--bg': COLORS[seed % COLORS.length] }}
      aria-hidden="true"
    >
      {isPicture ? (
        <img
          src={src}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        initialsOf(name)
      )}
      {activity && <i class={`pres ${activity}`} />}
    </span>
  )
}
