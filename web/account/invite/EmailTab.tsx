import { useState } from 'preact/hooks'
import { showToast } from '../../kernel/announce.ts'
import { reasonOf } from '../../kernel/failure.ts'
import { t } from '../../kernel/texts.ts'
import { Problem } from '../../ui/Problem.tsx'
import { EmailField } from './EmailField.tsx'
import { type Emails, isAddress, readEmails } from './emails.ts'
import { inviteByEmail, stopInviting, type Terms } from './invitations.ts'
import { TermsFields } from './TermsFields.tsx'

interface Props {
  terms: Terms
  onChange: (terms: Terms) => void
  /** The button at the foot of the dialog sends this form. */
  form: string
  emails: Emails
  onEmails: (emails: Emails) => void
}

/** Invitations that each work once, for one address. */
export function EmailTab({ terms, onChange, form, emails, onEmails }: Props) {
  const [isTold, setTold] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const { valid, invalid } = readEmails(emails)
  const wrong = emails.taken.filter((one) => !isAddress(one))
  const complaint = wrong.length > 0 ? t('invite.invalid', { address: wrong.join(', ') }) : null
  const send = async (event: Event) => {
    event.preventDefault()
    if (valid.length === 0) return setProblem(t('invite.noAddress'))
    if (invalid.length > 0) return setProblem(t('invite.invalid', { address: invalid.join(', ') }))
    setProblem(null)
    try {
      await inviteByEmail(valid, terms, isTold)
      showToast(t('invite.sent', { count: valid.length }))
      stopInviting()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <form id={form} class="stack" noValidate onSubmit={send}>
      <div class="fld">
        <span class="lbl">{t('invite.emails')}</span>
        <EmailField emails={emails} hasProblem={problem !== null} onChange={onEmails} />
        <Problem text={problem ?? complaint} />
      </div>
      <TermsFields terms={terms} onChange={onChange} />
      <label class="row pick">
        <input type="checkbox" checked={isTold} onChange={({ currentTarget }) => setTold(currentTarget.checked)} />
        {t('invite.tellMe')}
      </label>
    </form>
  )
}
