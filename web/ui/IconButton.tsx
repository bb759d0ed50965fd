import type { JSX } from 'preact'
import { Icon, type IconName } from './Icon.tsx'

type Props = Omit<JSX.IntrinsicElements['button'], 'icon' | 'label' | 'size'> & {
  icon: IconName
  /** Its accessible name, also shown on hover. */
  label: string
  small?: boolean
}

/** A button with only an icon to see. */
export const IconButton = ({ icon, label, small = false, class: extra = '', ...rest }: Props) => (
  <button type="button" class={`icb ${small ? 'sm' : ''} ${extra}`} aria-label={label} title={label} {...rest}>
    <Icon name={icon} {...(small && { size: 's' as const })} />
  </button>
)
