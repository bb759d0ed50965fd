import { useId, useState } from 'preact/hooks'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { EmailTab } from './EmailTab.tsx'
import { NO_EMAILS, readEmails } from './emails.ts'
import { mayInviteByEmail, mayInviteByLink, stopInviting, type Terms, USUAL_VALIDITY } from './invitations.ts'
import { LinkTab } from './LinkTab.tsx'
import { Tabs } from './Tabs.tsx'

type Kind = 'link' | 'email'

/** Invites people to the organization, by a link for many or by email. */
export function InviteDialog() {
  const form = useId()
  const [kind, setKind] = useState<Kind>(mayInviteByLink() ? 'link' : 'email')
  const [emails, setEmails] = useState(NO_EMAILS)
  const [terms, setTerms] = useState<Terms>({
    validity: USUAL_VALIDITY,
    role: 400,
    channels: state.value?.realm_default_streams ?? [],
  })
  const count = readEmails(emails).valid.length
  const kinds = (['link', 'email'] as const).filter((one) => (one === 'link' ? mayInviteByLink() : mayInviteByEmail()))
  return (
    <Dialog
      title={t('invite.title')}
      size="wide"
      onClose={stopInviting}
      footer={
        kind === 'link' ? (
          <>
            <span class="grow hint">{t('invite.once')}</span>
            <button type="button" class="btn" onClick={stopInviting}>
              {t('done')}
            </button>
          </>
        ) : (
          <>
            <span class="grow hint">{t('invite.oneEmail', { organization: state.value?.realm_name ?? '' })}</span>
            <button type="button" class="btn" onClick={stopInviting}>
              {t('cancel')}
            </button>
            <button type="submit" form={form} class="btn primary">
              {t('invite.send', { count })}
            </button>
          </>
        )
      }
    >
      <div class="stack">
        <Tabs
          tabs={kinds.map((one) => ({
            key: one,
            label: t(`invite.${one}`),
            icon: <Icon name={one === 'link' ? 'link' : 'mail'} size="s" />,
          }))}
          open={kind}
          onOpen={(one) => setKind(one as Kind)}
        >
          <div class="stack">
            {kind === 'link' ? (
              <LinkTab terms={terms} onChange={setTerms} />
            ) : (
              <EmailTab terms={terms} onChange={setTerms} form={form} emails={emails} onEmails={setEmails} />
            )}
          </div>
        </Tabs>
      </div>
    </Dialog>
  )
}
