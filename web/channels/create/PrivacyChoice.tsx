import { useId } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { mayCreatePrivate, mayCreatePublic } from '../permissions.ts'
import { PRIVACIES, type Privacy } from './create-channel.ts'

interface Props {
  value: Privacy
  onChange: (value: Privacy) => void
}

const isAllowed = (privacy: Privacy): boolean => (privacy === 'public' ? mayCreatePublic() : mayCreatePrivate())

/** Who can see the new channel. The sentence after a choice says what that means. */
export function PrivacyChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <div class="stack tight" role="radiogroup" aria-labelledby={id}>
      <span class="lbl" id={id}>
        {t('create.privacy')}
      </span>
      {PRIVACIES.filter(isAllowed).map((one) => (
        <label key={one} class={`choice ${value === one ? 'on' : ''}`}>
          <input
            type="radio"
            name={id}
            checked={value === one}
            aria-labelledby={`${id}-${one}`}
            aria-describedby={`${id}-${one}-text`}
            onChange={() => onChange(one)}
          />
          <Icon name={one === 'public' ? 'hash' : 'lock'} size="s" />
          <span>
            <b>
              <span id={`${id}-${one}`}>{t(`create.${one}`)}</span>.
            </b>{' '}
            <span id={`${id}-${one}-text`}>
              {t(`create.${one}.text`, { organization: state.value?.realm_name ?? '' })}
            </span>
          </span>
        </label>
      ))}
    </div>
  )
}
