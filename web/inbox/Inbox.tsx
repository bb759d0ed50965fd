import { t } from '../kernel/texts.ts'

/** The unread conversations. */
export const Inbox = () => (
  <section class="pane">
    <header class="phead">
      <h1>{t('view.inbox')}</h1>
    </header>
  </section>
)
