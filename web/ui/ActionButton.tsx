import type { JSX } from 'preact'

type Props = JSX.IntrinsicElements['button'] & {
  /** Nothing happens when it is pressed. */
  isOff: boolean
}

/**
 * A button that keeps the focus while it is off. One that is `disabled` loses it, so whoever waits for an answer would be
 * at the start of the page after it.
 */
export const ActionButton = ({ isOff, onClick, type = 'button', ...rest }: Props) => (
  <button
    {...rest}
    type={type}
    aria-disabled={isOff}
    onClick={(event) => {
      // Enter in a field of the form presses this button too.
      if (isOff) event.preventDefault()
      else onClick?.(event)
    }}
  />
)
