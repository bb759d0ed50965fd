import { useId, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Refusal } from '../ui/Refusal.tsx'
import { signInAgain } from './sign-in-again.ts'

const FORGOTTEN = '/accounts/password/reset/'

/** Asks for the password of an account. */
export function SignInAgainForm({ email }: { email: string }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget as HTMLFormElement).get('password'))
    setShown(false)
    try {
      setProblem((await signInAgain(email, password)) ? null : t('signIn.wrong'))
    } catch {
      setProblem(t('signIn.failed'))
    }
  }
  return (
    <form class="again" onSubmit={submit}>
      <div class="fld">
        <div class="row">
          <label class="lbl grow" for={id}>
            {t('signIn.password')}
          </label>
          <a href={FORGOTTEN}>{t('signIn.forgot')}</a>
        </div>
        <div class="in">
          <input
            id={id}
            {...(isShown ? { type: 'text' as const } : { type: 'password' as const })}
            name="password"
            autocomplete="current-password"
            required
            data-focus
          />
          <IconButton
            icon="eye"
            label={t('signIn.show')}
            small
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      </div>
      <Refusal reason={problem} />
      <button type="submit" class="btn primary block lg">
        {t('signIn.do')}
      </button>
    </form>
  )
}
