const MOST = 99

/**
 * A number of unread messages, or the sign of a mention. The name of what it stands beside says it in words, so it is drawn
 * by the style sheet and not read.
 */
export const CountBadge = ({ value, look }: { value: number | '@'; look: 'strong' | 'pill' | 'at' | 'ment' | '' }) => (
  <span
    class={`n ${look}`}
    data-count={typeof value === 'number' && value > MOST ? `${MOST}+` : value}
    aria-hidden="true"
  />
)
