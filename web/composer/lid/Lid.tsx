import type { Place } from '../../../client/model/place.ts'
import { channel, glyphOf } from '../../channels/store.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t, titleOfPeople } from '../../kernel/texts.ts'
import { avatarOf, nameOf, shortNamesOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { namesOf, topicOf } from '../name-of-target.ts'
import { leaveNewTopic } from '../start-topic.ts'
import { isBlank, kept, savedKey, type Target, targetKey, written } from '../store.ts'
import { AwayLid } from './AwayLid.tsx'
import { toggleKept } from './keep-open.ts'

interface Props {
  target: Target
  answered: string | undefined
  elsewhere: { readonly here: Place | undefined } | undefined
  isExpanded: boolean
  onExpand: () => void
}

function ChannelName({ id }: { id: number }) {
  const known = channel(id)
  return (
    <a class="dest c" href={hrefOf({ view: 'channel', channelId: id })}>
      <Icon name={glyphOf(known)} size="s" class="glyph" />
      {known?.name ?? '…'}
    </a>
  )
}

const MAX_FACES = 3

const People = ({ others }: { others: readonly number[] }) => (
  <span class="dest">
    <span class="avs">
      {others.slice(0, MAX_FACES).map((id) => (
        <Avatar key={id} name={nameOf(id) ?? ''} src={avatarOf(id)} size={20} seed={id} />
      ))}
    </span>
    <bdi class="clip">{titleOfPeople(others.length > 1 ? shortNamesOf(others) : namesOf(others))}</bdi>
  </span>
)

const Destination = ({ target }: { target: Target }) =>
  target.kind === 'new-topic' ? (
    <>
      <span class="badge acc">
        <Icon name="topic-plus" size="xs" />
        {t('topics.new')}
      </span>
      <span class="to">{t('composer.in')}</span>
      <ChannelName id={target.channelId} />
    </>
  ) : (
    <>
      <span class="to">{t('composer.to')}</span>
      {target.place.kind === 'channel' ? (
        <>
          <ChannelName id={target.place.streamId} />
          <span class="sep">›</span>
          <span class="dest">
            <bdi class="clip">{topicOf(target, '')}</bdi>
          </span>
        </>
      ) : (
        <People others={target.place.others} />
      )}
    </>
  )

/** How many people will see a new topic. */
function Readers({ channelId }: { channelId: number }) {
  const count = channel(channelId)?.subscriber_count ?? 0
  return count > 1 ? <span class="hint hide-phone">{t('composer.readers', { count })}</span> : null
}

/** Says where the words go. */
export function Lid({ target, answered, elsewhere, isExpanded, onExpand }: Props) {
  const key = targetKey(target)
  if (elsewhere && target.kind === 'place') return <AwayLid target={target} here={elsewhere.here} />
  const isKept = kept.value !== null && targetKey(kept.value) === key
  const mayKeep = target.kind === 'place' && (isKept || !isBlank(written(key).value))
  return (
    <div class="lid">
      <Destination target={target} />
      <span class="grow" />
      {answered !== undefined && (
        <span class="badge plain">
          <Icon name="reply" size="xs" />
          {t('composer.replyingTo', { name: answered })}
        </span>
      )}
      {target.kind === 'new-topic' && savedKey.value !== key && <Readers channelId={target.channelId} />}
      {savedKey.value === key && <span class="hint hide-phone">{t('composer.draftSaved')}</span>}
      {mayKeep && (
        <IconButton
          icon="pin"
          class="hide-phone"
          label={t('composer.keepOpen')}
          small
          aria-pressed={isKept}
          onClick={() => toggleKept(target)}
        />
      )}
      <IconButton icon="expand" label={t('composer.expand')} small aria-pressed={isExpanded} onClick={onExpand} />
      {target.kind === 'new-topic' && <IconButton icon="x" label={t('close')} small onClick={leaveNewTopic} />}
    </div>
  )
}
