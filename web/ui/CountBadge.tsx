const MAX_COUNT = 99

/**
 * A number of unread messages, or the sign of a mention. The name of what it stands beside says it in words, so it is drawn
 * by the style sheet and not read.
 */
export const CountBadge = ({ value, look }: { value: number | '@'; look: 'strong' | 'pill' | 'at' | 'ment' | '' }) => (
  <span
    class={`n ${look}`}
    data-count={typeof value === 'number' && value > MAX_COUNT ? `${MAX_COUNT}+` : value}
    aria-hidden="true"
  />
)
