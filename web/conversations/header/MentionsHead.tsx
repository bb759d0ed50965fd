import { t } from '../../kernel/texts.ts'
import { TabLinks } from '../../ui/TabLinks.tsx'

const VIEWS = ['mentions', 'reactions'] as const

/** What concerns the person: messages that mention them, and reactions to their own. */
export const MentionsHead = ({ view }: { view: (typeof VIEWS)[number] }) => (
  <header class="head nob">
    <div class="grow">
      <h1 class="clip">{t(`view.${view}`)}</h1>
      <div class="where">
        <span class="clip">{t(view === 'mentions' ? 'mentions.text' : 'mentions.reactions')}</span>
      </div>
    </div>
    <TabLinks
      name={t('view.mentions')}
      tabs={VIEWS.map((one) => ({ to: { view: one }, label: t(`view.${one}`), isSelected: one === view }))}
    />
  </header>
)
