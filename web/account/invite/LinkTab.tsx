import { useEffect, useState } from 'preact/hooks'
import { showToast } from '../../kernel/announce.ts'
import { copyText } from '../../kernel/clipboard.ts'
import { reasonOf } from '../../kernel/failure.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { type Invitation, openLinks, type Terms } from './invitations.ts'
import { keepLink, madeLink, makeLink } from './make-link.ts'
import { OpenLinks } from './OpenLinks.tsx'
import { TermsFields } from './TermsFields.tsx'

interface Props {
  terms: Terms
  onChange: (terms: Terms) => void
}

/** A link with which any number of people can join. */
export function LinkTab({ terms, onChange }: Props) {
  const [links, setLinks] = useState<readonly Invitation[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (error: unknown) => setProblem(reasonOf(error))
  useEffect(() => {
    setProblem(null)
    makeLink(terms).then(setLinks, fail)
  }, [terms])
  const link = madeLink(terms)
  const copy = async () => {
    keepLink()
    showToast(t((await copyText(link)) ? 'invite.copied' : 'invite.notCopied'))
  }
  return (
    <>
      <div class="fld">
        <label class="lbl" for="invite-link">
          {t('invite.link')}
        </label>
        <div class="row made-link">
          <input
            id="invite-link"
            class="in grow"
            readOnly
            dir="ltr"
            value={link}
            placeholder={t('invite.linkPlaceholder')}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onCopy={keepLink}
          />
          <button type="button" class="btn primary" disabled={link === ''} onClick={copy}>
            <Icon name="link" size="s" />
            {t('action.copyLink')}
          </button>
        </div>
        <span class="help-t">{t('invite.linkHint')}</span>
        <Problem text={problem} />
      </div>
      <TermsFields terms={terms} onChange={onChange} />
      {links.length > 0 && <OpenLinks links={links} onRevoked={() => openLinks().then(setLinks, fail)} />}
    </>
  )
}
