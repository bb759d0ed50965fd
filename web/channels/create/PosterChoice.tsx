import { useId } from 'preact/hooks'
import type { GroupSettingValue } from '../../../api/objects/group.ts'
import { t } from '../../kernel/texts.ts'
import { groups } from '../../people/groups.ts'
import { chosenSetting, suggestPeople } from '../../people/people-tokens.tsx'
import { type Token, Tokens } from '../../ui/Tokens.tsx'

const KINDS = ['everyone', 'moderators', 'chosen'] as const

export interface Posters {
  readonly kind: (typeof KINDS)[number]
  /** The people and groups, if they are chosen. */
  readonly chosen: readonly Token[]
}

/** The setting for the server. Undefined leaves it to everyone in the channel. */
export function postersSetting({ kind, chosen }: Posters): GroupSettingValue | undefined {
  if (kind === 'moderators') return [...groups.value.values()].find(({ name }) => name === 'role:moderators')?.id
  return kind === 'chosen' && chosen.length > 0 ? chosenSetting(chosen) : undefined
}

interface Props {
  value: Posters
  onChange: (value: Posters) => void
}

/** Who can post in the new channel. */
export function PosterChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <div class="fld">
      <span class="lbl" id={id}>
        {t('create.posters')}
      </span>
      <div class="row wrap">
        <div class="seg radios" role="radiogroup" aria-labelledby={id}>
          {KINDS.map((one) => (
            <label key={one} class={value.kind === one ? 'on' : ''}>
              <input
                type="radio"
                name={id}
                checked={value.kind === one}
                onChange={() => onChange({ ...value, kind: one })}
              />
              {t(`create.posters.${one}`)}
            </label>
          ))}
        </div>
        <span class="help-t">{t('create.posters.text')}</span>
      </div>
      {value.kind === 'chosen' && (
        <Tokens
          label={t('create.posters.people')}
          placeholder={t('create.addPeople')}
          chosen={value.chosen}
          suggest={(typed) => suggestPeople(typed, true)}
          onChange={(chosen) => onChange({ ...value, chosen })}
        />
      )}
    </div>
  )
}
