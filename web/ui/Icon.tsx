const file = document.documentElement.dataset['icons'] ?? ''

export type IconName = string

/** An icon of icons.svg. It means nothing to assistive technology: what it stands beside has a name. */
export const Icon = ({ name, size, class: extra = '' }: { name: IconName; size?: 's' | 'xs'; class?: string }) => (
  <svg class={`i ${size ?? ''} ${extra}`} aria-hidden="true">
    <use href={`${file}#i-${name}`} />
  </svg>
)
