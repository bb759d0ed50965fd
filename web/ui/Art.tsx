import type { ComponentChildren } from 'preact'

/** A picture for a place where nothing is, drawn with lines. */
export const Art = ({ children }: { children: ComponentChildren }) => (
  <svg
    class="art"
    width="150"
    height="104"
    viewBox="0 0 150 104"
    aria-hidden="true"
    fill="none"
    stroke="var(--c-ink-3)"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    {children}
  </svg>
)
