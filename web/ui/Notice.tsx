import type { JSX } from 'preact'
import { address, hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { Art } from './Art.tsx'
import { Icon } from './Icon.tsx'

type Kind = 'unknown' | 'notYet' | 'noAccess'

/** What stands in the middle of the drawing. */
const MARKS: Record<Kind, JSX.Element> = {
  unknown: <path d="m74 48 12 12M86 48 74 60" stroke="var(--c-accent)" />,
  notYet: (
    <>
      <circle cx="80" cy="54" r="8" stroke="var(--c-accent)" />
      <path d="M80 50v4.500l3 2" stroke="var(--c-accent)" />
    </>
  ),
  noAccess: (
    <>
      <rect x="73" y="51" width="14" height="10" rx="2.500" stroke="var(--c-accent)" />
      <path d="M76 51v-2.500a4 4 0 0 1 8 0V51" stroke="var(--c-accent)" />
    </>
  ),
}

const NoticeArt = ({ kind }: { kind: Kind }) => (
  <Art>
    <rect x="26" y="18" width="64" height="30" rx="8" fill="var(--c-surface)" stroke="var(--c-line-strong)" />
    <rect x="44" y="38" width="72" height="32" rx="8" fill="var(--c-surface)" stroke-dasharray="5 5" />
    <rect x="32" y="62" width="60" height="28" rx="8" fill="var(--c-surface)" stroke="var(--c-line-strong)" />
    {MARKS[kind]}
  </Art>
)

const Back = () => (
  <button type="button" class="btn" onClick={() => history.back()}>
    <Icon name="arrow-l" size="s" />
    {t('back')}
  </button>
)

const Search = () => (
  <a class="btn" href={hrefOf({ view: 'search-field' })}>
    <Icon name="search" size="s" />
    {t('view.search')}
  </a>
)

/** A page with one message and the ways on. */
export function Notice({ kind }: { kind: Kind }) {
  // A new address is a new notice, also if it says the same.
  address.value
  return (
    <section class="pane">
      <div class="empty">
        <NoticeArt kind={kind} />
        <h1>{t(`page.${kind}`)}</h1>
        <p>{t(`page.${kind}.text`)}</p>
        {kind !== 'noAccess' && (
          <p>
            <code class="wrong-address">{location.hash}</code>
          </p>
        )}
        <div class="row">
          <a class="btn primary" href={hrefOf({ view: 'inbox' })}>
            <Icon name="inbox" size="s" />
            {t('view.inbox')}
          </a>
          {kind === 'unknown' ? <Search /> : <Back />}
        </div>
      </div>
    </section>
  )
}
