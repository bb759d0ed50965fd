import { Icon, type IconName } from '../../ui/Icon.tsx'

interface Props {
  icon: IconName
  label: string
  /** It also says that the topic is done. */
  isDone?: boolean
  onClick: () => unknown
}

/** A button of a header. Where the header is narrow, only its icon is shown. */
export const LabelledButton = ({ icon, label, isDone = false, onClick }: Props) => (
  <button
    type="button"
    class={`btn sm lbl-btn ${isDone ? 'is-done' : ''}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name={icon} size="s" />
    <span>{label}</span>
  </button>
)
