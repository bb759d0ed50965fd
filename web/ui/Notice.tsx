import { hrefOf } from '../kernel/navigation.ts'
import { t } from '../kernel/texts.ts'

/** A page with one message and the way home. */
export const Notice = ({ title, text }: { title: string; text: string }) => (
  <section class="pane">
    <div class="empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <a class="btn primary" href={hrefOf({ view: 'inbox' })}>
        {t('view.inbox')}
      </a>
    </div>
  </section>
)
