import { placeKey } from '../../../client/model/place.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { shortMoment } from '../../kernel/time.ts'
import { plainStart } from '../../messages/plain-start.ts'
import { literal } from '../../ui/bold/bold-parts.ts'
import { WithBold } from '../../ui/bold/WithBold.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Target, targetKey } from '../store.ts'
import { scheduledMessages } from './store.ts'

/** Says that something will be sent here later. */
export function ScheduledHint({ target }: { target: Target }) {
  const key = targetKey(target)
  const waiting = scheduledMessages.value.filter(({ place, hasFailed }) => !hasFailed && placeKey(place) === key)
  const [next] = waiting
  if (!next) return null
  return (
    <div class="row hint sched">
      <Icon name="clock" size="s" />
      <span class="grow clip">
        <WithBold
          text={t('scheduled.here', {
            count: waiting.length,
            time: shortMoment(next.at),
            text: literal(plainStart(next.html)),
          })}
        />
      </span>
      <a href={hrefOf({ view: 'scheduled' })}>{t('edit')}</a>
    </div>
  )
}
