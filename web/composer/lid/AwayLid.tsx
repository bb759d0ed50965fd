import type { Place } from '../../../client/model/place.ts'
import { channelName } from '../../channels/store.ts'
import { t, titleOfPeople } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { namesOf, topicOf } from '../name-of-target.ts'
import type { Target } from '../store.ts'
import { goToTarget, letGo, sendHereInstead } from './keep-open.ts'

interface Props {
  target: Target & { kind: 'place' }
  /** The conversation that is read, if one is. */
  here: Place | undefined
}

const nameOf = (target: Target & { kind: 'place' }): string => {
  const { place } = target
  if (place.kind === 'direct') return titleOfPeople(namesOf(place.others))
  return `#${channelName(place.streamId) ?? '…'} › ${topicOf(target, '')}`
}

/** The lid of a composer whose words do not go to what is read. */
export const AwayLid = ({ target, here }: Props) => (
  <div class="lid warn">
    <Icon name="warn" size="s" />
    <span class="grow clip">
      <b>
        <bdi>{t('composer.elsewhere.start', { place: nameOf(target) })}</bdi>
      </b>
      {t(here?.kind === 'channel' ? 'composer.elsewhere.topic' : 'composer.elsewhere.people')}
    </span>
    {here && (
      <button type="button" class="btn sm" onClick={() => void sendHereInstead(target, here)}>
        {t('composer.sendHere')}
      </button>
    )}
    <button type="button" class="btn sm" onClick={() => goToTarget(target)}>
      {t('composer.goThere')}
    </button>
    <IconButton icon="x" label={t('close')} small onClick={letGo} />
  </div>
)
