import { useEffect, useState } from 'preact/hooks'

/** The widths of the lines of each row, as messages often have them. */
const ROWS = [
  ['8rem', '72%', '44%'],
  ['6rem', '58%'],
  ['9rem', '66%', '70%', '30%'],
  ['7rem', '40%'],
  ['8rem', '62%', '48%'],
  ['6rem', '52%'],
  ['7rem', '68%', '36%'],
  ['9rem', '46%'],
  ['6rem', '64%', '71%'],
  ['8rem', '38%'],
  ['7rem', '56%', '68%', '42%'],
  ['9rem', '50%'],
  ['6rem', '70%', '34%'],
  ['8rem', '44%'],
]
/** What comes sooner needs no placeholder. */
const PATIENCE = 150

/** Stands for messages while they are loaded. */
export function LoadingRows() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div class="msgs skeleton" aria-hidden="true">
      {ROWS.map((lines) => (
        <div key={lines.join()} class="m lead">
          <span class="av" style={{ '--bg': 'var(--c-pressed)' }} />
          <div>
            {lines.map((width) => (
              <span key={width} class="sk" style={{ inlineSize: width }} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
