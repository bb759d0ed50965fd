import { useEffect, useState } from 'preact/hooks'
import { isSessionOver, isSignInPutOff, signInAddress } from '../kernel/session.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, ownId } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SignInAgainForm } from './SignInAgainForm.tsx'
import { loadProviders, type Provider } from './sign-in-methods.ts'

/** The session has ended while the app was open. The page stays as it is behind the dialog. */
export function SessionOver() {
  const known = state.value
  if (!isSessionOver.value || !known || isSignInPutOff.value) return null
  const { delivery_email: email = '', full_name: name = '', realm_password_auth_enabled: hasPasswords = true } = known
  return (
    <Dialog title={t('signIn.title')} size="narrow" onClose={putOff}>
      <div class="again">
        <p class="mut">{t('signIn.text')}</p>
        <div class="row">
          <Avatar name={name} src={avatarOf(ownId())} seed={ownId()} />
          <span class="grow who">
            <b>{name}</b>
            <span class="mut">{email}</span>
          </span>
          <a href={signInAddress()}>{t('signIn.other')}</a>
        </div>
        {hasPasswords && <SignInAgainForm email={email} />}
        <Providers isAlternative={hasPasswords} />
      </div>
    </Dialog>
  )
}

const putOff = (): void => {
  isSignInPutOff.value = true
}

/** The other ways to sign in. They leave the page, which keeps what was typed. */
function Providers({ isAlternative }: { isAlternative: boolean }) {
  const [all, setAll] = useState<readonly Provider[]>([])
  useEffect(() => {
    // Without an answer, the link to the sign-in page still leads to all of them.
    void loadProviders().then(setAll, () => undefined)
  }, [])
  return (
    <>
      {isAlternative && all.length > 0 && <div class="or">{t('signIn.or')}</div>}
      {all.map(({ name, address }) => (
        <a key={address} class="btn block" href={address}>
          <Icon name="key" size="s" />
          {t('signIn.provider', { name })}
        </a>
      ))}
    </>
  )
}
