import { placeOf } from '../../../client/model/place.ts'
import type { EditHelpProps } from '../../messages/editing/edit-help.ts'
import { message } from '../../messages/store.ts'
import { ownId } from '../../people/store.ts'
import { onDemand } from '../../ui/on-demand.tsx'

const Typeahead = onDemand(() => import('./Typeahead.tsx'), 'Typeahead')

/** Completes what is typed into a message that is edited. */
export function EditHelp({ field, messageId, text }: EditHelpProps) {
  const edited = message(messageId).value
  return edited ? (
    <Typeahead field={field} target={{ kind: 'place', place: placeOf(edited, ownId()) }} text={text} />
  ) : null
}
