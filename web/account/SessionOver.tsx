import { useState } from 'preact/hooks'
import { isSessionOver, signInAddress } from '../kernel/session.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, ownId } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { signInAgain } from './sign-in-again.ts'

/** The session has ended while the app was open. The page stays as it is behind the dialog. */
export function SessionOver() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isClosed, setClosed] = useState(false)
  const known = state.value
  if (!isSessionOver.value || !known || isClosed) return null
  const { delivery_email: email = '', full_name: name = '' } = known
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password'))
    try {
      setProblem((await signInAgain(email, password)) ? null : t('signIn.wrong'))
    } catch {
      setProblem(t('signIn.failed'))
    }
  }
  return (
    <Dialog title={t('signIn.title')} size="narrow" onClose={() => setClosed(true)}>
      <form class="again" onSubmit={submit}>
        <p class="mut">{t('signIn.text')}</p>
        <div class="row">
          <Avatar name={name} src={avatarOf(ownId())} seed={ownId()} />
          <span class="grow who">
            <b>{name}</b>
            <span class="mut">{email}</span>
          </span>
          <a href={signInAddress()}>{t('signIn.other')}</a>
        </div>
        <label class="fld">
          <span class="lbl">{t('signIn.password')}</span>
          <input class="in" type="password" name="password" autocomplete="current-password" required data-focus />
        </label>
        {problem && (
          <div class="fail" role="alert">
            {problem}
          </div>
        )}
        <button type="submit" class="btn primary block">
          {t('signIn.do')}
        </button>
      </form>
    </Dialog>
  )
}
