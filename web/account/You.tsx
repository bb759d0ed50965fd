import { StatusEmoji } from '../conversations/people/StatusEmoji.tsx'
import { askForStatus } from '../conversations/people/status/status-dialog.ts'
import { hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'
import { avatarOf, nameOf, ownId, statusOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Connection } from '../ui/Connection.tsx'
import { askToSignOut } from './sign-out.ts'
import { chooseTheme, THEMES, theme } from './theme.ts'

/** What concerns the person who reads, as the last tab of a phone. */
export function YouPage() {
  const id = ownId()
  return (
    <section class="pane">
      <header class="phead">
        <h1>{t('view.you')}</h1>
      </header>
      <Connection />
      <div class="you-page" data-region>
        <div class="row">
          <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} seed={id} />
          <div class="grow">
            <bdi class="own-name">{nameOf(id)}</bdi>
            <div class="mut">
              <StatusEmoji id={id} /> {statusOf(id)?.status_text}
            </div>
          </div>
        </div>
        <fieldset class="chips plain">
          <legend>{t('theme.title')}</legend>
          {THEMES.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={theme.value === one}
              onClick={() => chooseTheme(one)}
            >
              {t(`theme.${one}`)}
            </button>
          ))}
        </fieldset>
        <button type="button" class="btn" onClick={askForStatus}>
          {t('status.set')}
        </button>
        <a class="btn" href={hrefOf({ view: 'settings', section: 'profile' })}>
          {t('view.settings')}
        </a>
        <button type="button" class="btn" onClick={askToSignOut}>
          {t('signOut.do')}
        </button>
      </div>
    </section>
  )
}
