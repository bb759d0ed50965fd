import { useId } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import type { Scope } from './move.ts'

interface Props {
  scope: Scope
  /** What each choice stands for, in a few words. */
  notes: Readonly<Record<Scope, string>>
  onChoose: (scope: Scope) => void
}

const SCOPES: readonly Scope[] = ['one', 'later', 'all']

/** How much of a topic moves. */
export function ScopeChoice({ scope, notes, onChoose }: Props) {
  const id = useId()
  return (
    <div class="mv-scopes" role="radiogroup" aria-label={t('move.scope')}>
      {SCOPES.map((one) => (
        <label key={one} class={`choice ${scope === one ? 'on' : ''}`}>
          <input
            type="radio"
            name={id}
            aria-labelledby={`${id}-${one}`}
            aria-describedby={`${id}-${one}-note`}
            checked={scope === one}
            onChange={() => onChoose(one)}
          />
          <span class="grow">
            <span id={`${id}-${one}`} class="lbl">
              {t(`move.${one}`)}
            </span>
            <span id={`${id}-${one}-note`} class="mut mv-note">
              {notes[one]}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}
