import { card, closeCard } from '../../people/open-card.ts'
import { onDemand, onDemandDialog } from '../../ui/on-demand.tsx'
import { isAskingForStatus } from './status/status-dialog.ts'

const PersonCard = onDemand(() => import('./PersonCard.tsx'), 'PersonCard')
const GroupCard = onDemand(() => import('./GroupCard.tsx'), 'GroupCard')
const StatusDialog = onDemandDialog(() => import('./status/StatusDialog.tsx'), 'StatusDialog')

/** The card that is open, wherever it was opened from, and the dialog of one's own status. */
export function CardLayer() {
  const open = card.value
  const Card = open?.kind === 'group' ? GroupCard : PersonCard
  return (
    <>
      {open && <Card key={`${open.kind} ${open.id}`} id={open.id} anchor={open.anchor} onClose={closeCard} />}
      {isAskingForStatus.value && <StatusDialog />}
    </>
  )
}
