import type { Place } from '../../../client/model/place.ts'
import { t } from '../../kernel/texts.ts'
import { isMutedPerson, nameOf } from '../../people/store.ts'
import { typistsIn } from './typing-store.ts'

/** Who else is writing to the conversation now. Its height never changes. */
export function TypingLine({ place }: { place: Place }) {
  const names = typistsIn(place)
    .filter((id) => !isMutedPerson(id))
    .flatMap((id) => nameOf(id) ?? [])
  return (
    <div class="typing" aria-live="polite">
      {names.length > 0 && (
        <>
          <span class="d" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span class="clip">
            {t('composer.typing', { count: names.length, first: names[0] ?? '', second: names[1] ?? '' })}
          </span>
        </>
      )}
    </div>
  )
}
