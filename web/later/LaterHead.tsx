import { t } from '../kernel/texts.ts'
import { TabLinks } from '../ui/TabLinks.tsx'
import { failedCount, type LaterTab, laterCounts, TABS } from './store.ts'
import { ownZone } from './time-span.ts'

/** The tabs of what waits for the person. */
export function LaterHead({ tab }: { tab: LaterTab }) {
  const failed = failedCount.value
  return (
    <header class="phead later-head">
      <h1>
        {t('view.later')}
        <span class="sr"> · {t(`view.${tab}`)}</span>
      </h1>
      <p class="mut sum">{t('later.text', { zone: ownZone() })}</p>
      <TabLinks
        name={t('view.later')}
        tabs={TABS.map((one) => ({
          to: { view: one },
          label: t(`view.${one}`),
          count: laterCounts.value[one],
          isSelected: one === tab,
          trouble: one === 'scheduled' ? { count: failed, text: t('later.failedCount', { count: failed }) } : undefined,
        }))}
      />
    </header>
  )
}
