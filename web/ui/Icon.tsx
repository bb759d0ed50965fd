import { drawingOf, type IconName } from './icon-drawing.ts'

export type { IconName }

/** It means nothing to assistive technology: what it stands beside has a name. */
export function Icon({ name, size, class: extra = '' }: { name: IconName; size?: 's' | 'xs'; class?: string }) {
  const { classes, lines, solid } = drawingOf(name, `${size ?? ''} ${extra}`)
  return (
    <svg class={classes} viewBox="0 0 20 20" aria-hidden="true">
      <path d={lines} />
      {solid && <path class="solid" d={solid} />}
    </svg>
  )
}
