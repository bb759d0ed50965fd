import { computed } from '@preact/signals'
import { hrefOf } from '../kernel/navigation.ts'
import { state } from '../kernel/state.ts'
import { t } from '../kernel/texts.ts'
import { Art } from '../ui/Art.tsx'
import { Icon } from '../ui/Icon.tsx'

const saved = computed(() => state.value?.starred_messages?.length ?? 0)

/** Nothing is unread. */
export const AllRead = () => (
  <div class="empty">
    <Art>
      <path d="M20 84h110" stroke="var(--c-line-strong)" />
      <path d="M46 84V58c0-16 12-28 29-28s29 12 29 28v26z" fill="var(--c-accent-soft)" stroke="var(--c-accent)" />
      <path d="M60 58c0-8 6-14 15-14" stroke="var(--c-accent)" />
      <path d="M75 30v-8M66 18h18" />
      <path d="m64 66 8 8 16-18" stroke="var(--c-accent)" stroke-width="3" />
      <path d="M24 40l6 3M126 40l-6 3M36 20l4 5M114 20l-4 5" stroke="var(--c-line-strong)" />
    </Art>
    <h2>{t('inbox.allRead')}</h2>
    <p>{t('inbox.allReadText')}</p>
    <div class="row">
      <a class="btn" href={hrefOf({ view: 'recent' })}>
        <Icon name="clock" size="s" />
        {t('recent.name')}
      </a>
      {saved.value > 0 && (
        <a class="btn" href={hrefOf({ view: 'saved' })}>
          <Icon name="bookmark" size="s" />
          {t('inbox.saved', { count: saved.value })}
        </a>
      )}
    </div>
  </div>
)
