import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon, type IconName } from './Icon.tsx'

interface Props {
  label: string
  /** What is chosen from. */
  icon: IconName
  /** The icon has the colour of a channel. */
  color?: string | undefined
  value: string | number
  onChange: (value: string) => void
  /** Below it: why there is no other choice. */
  help?: string | undefined
  /** Options. */
  children: ComponentChildren
}

type Choice = Pick<Props, 'icon' | 'value' | 'onChange' | 'children'> & {
  look: 'in' | 'chip'
  id?: string
  name?: string
  describedBy?: string | undefined
}

/** A choice of the browser in our frame. */
const Framed = ({ icon, value, onChange, children, look, id, name, describedBy }: Choice) => (
  <span class={`select ${look}`}>
    <Icon name={icon} size="s" class="glyph" />
    <select
      id={id}
      aria-label={name}
      aria-describedby={describedBy}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {children}
    </select>
    <Icon name="chev-d" size="s" class="mut" />
  </span>
)

/** A choice of a form. */
export function Select({ label, color, help, ...choice }: Props) {
  const id = useId()
  const helpId = `${id}-help`
  return (
    <div class="fld" data-ch={color}>
      <label class="lbl" for={id}>
        {label}
      </label>
      <Framed look="in" id={id} describedBy={help && helpId} {...choice} />
      {help && (
        <span id={helpId} class="help-t">
          {help}
        </span>
      )}
    </div>
  )
}

/** A choice in a row of chips. */
export const ChipSelect = ({ label, ...choice }: Omit<Props, 'color' | 'help'>) => (
  <Framed look="chip" name={label} {...choice} />
)
