import { t } from '../kernel/texts.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { leaving, signOut } from './sign-out.ts'

/** Says what would be lost by signing out, and asks. */
export function SignOutDialog() {
  if (!leaving.value) return null
  const { messages, drafts, keptDrafts } = leaving.value
  const stay = () => {
    leaving.value = null
  }
  return (
    <Dialog
      title={t('signOut.title')}
      size="narrow"
      onClose={stay}
      footer={
        <>
          <button type="button" class="btn" onClick={stay}>
            {t('signOut.stay')}
          </button>
          <button type="button" class="btn danger" onClick={signOut}>
            {t('signOut.do')}
          </button>
        </>
      }
    >
      {messages > 0 && <p>{t('signOut.messages', { count: messages })}</p>}
      {drafts > 0 && <p>{t('signOut.drafts', { count: drafts })}</p>}
      {messages + drafts > 0 && <p>{t('signOut.lost', { count: messages + drafts })}</p>}
      {keptDrafts > 0 && <p>{t('signOut.keptDrafts', { count: keptDrafts })}</p>}
    </Dialog>
  )
}
