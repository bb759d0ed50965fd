import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { type Emails, isAddress, takeBack, takeTyped } from './emails.ts'

interface Props {
  emails: Emails
  hasProblem: boolean
  onChange: (emails: Emails) => void
}

const ENDS = ['Enter', ',', ';', ' ']

/** Addresses, each of which becomes one thing as soon as the person has typed it. */
export function EmailField({ emails, hasProblem, onChange }: Props) {
  const { taken, text } = emails
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    if (event.key === 'Backspace' && text === '' && taken.length > 0) onChange(takeBack(emails))
    // A name may stand before an address in brackets. It has spaces.
    else if (ENDS.includes(event.key) && (text.includes('@') || event.key !== ' ') && text.trim() !== '')
      onChange(takeTyped(emails))
    else return
    event.preventDefault()
  }
  return (
    <div class={`gp emails ${hasProblem ? 'err' : ''}`}>
      {taken.map((one) => (
        <span key={one} class={`tok ${isAddress(one) ? '' : 'wrong'}`}>
          {!isAddress(one) && <Icon name="warn" size="s" />}
          <bdi class="clip">{one}</bdi>
          <IconButton
            icon="x"
            small
            label={t('tokens.remove', { name: one })}
            onClick={() => onChange({ taken: taken.filter((other) => other !== one), text })}
          />
        </span>
      ))}
      <textarea
        class="bare grow"
        rows={1}
        dir="ltr"
        aria-label={t('invite.emails')}
        placeholder={taken.length === 0 ? t('invite.emailsPlaceholder') : undefined}
        value={text}
        onInput={({ currentTarget }) => onChange({ taken, text: currentTarget.value })}
        onKeyDown={onKey}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text') ?? ''
          if (!/[,;\s]/u.test(pasted.trim())) return
          event.preventDefault()
          onChange(takeTyped({ taken, text: text + pasted }))
        }}
      />
    </div>
  )
}
