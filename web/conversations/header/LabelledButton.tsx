import { Icon, type IconName } from '../../ui/Icon.tsx'

/** A button of a header. Where the header is narrow, only its icon is shown. */
export const LabelledButton = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => unknown }) => (
  <button type="button" class="btn sm lbl-btn" aria-label={label} title={label} onClick={onClick}>
    <Icon name={icon} size="s" />
    <span>{label}</span>
  </button>
)
