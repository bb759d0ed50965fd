import { useLayoutEffect } from 'preact/hooks'
import { channelColor } from '../../channels/channel-color.ts'
import { channel, glyphOf, isResolved, shownTopic } from '../../channels/store.ts'
import { addShortcuts, type Shortcut } from '../../kernel/keyboard.ts'
import { hrefOf } from '../../kernel/navigation.ts'
import { t } from '../../kernel/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LoadingLine } from '../../ui/LoadingLine.tsx'
import type { Listing } from '../narrow-of.ts'
import { isPeopleShown, setPeopleShown } from '../people/people-pane.ts'
import { BackButton } from './BackButton.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'
import { LabelledButton } from './LabelledButton.tsx'
import { SearchButton } from './SearchButton.tsx'
import { startedLine } from './started-line.ts'
import { topicItems } from './topic-items.ts'
import { topicVerbs } from './topic-verbs.ts'

interface Props {
  listing: Listing
  channelId: number
  topic: string
}

/** Layers have keys of their own. */
const on =
  (act: (() => unknown) | undefined): Shortcut['run'] =>
  ({ target }) =>
    act && !(target instanceof Element && target.closest('dialog, [popover]')) ? act() : false

/** The header of a topic. */
export function TopicHead({ listing, channelId, topic }: Props) {
  const known = channel(channelId)
  const verbs = topicVerbs(listing, channelId, topic)
  const isDone = isResolved(topic)
  useLayoutEffect(
    () =>
      addShortcuts(
        { keys: ['f'], run: on(verbs.follow) },
        { keys: ['Shift+D'], run: on(verbs.resolve) },
        { keys: ['Shift+M'], run: on(verbs.mute) },
      ),
    [channelId, topic, verbs.isFollowed, verbs.isQuiet, verbs.resolve === undefined],
  )
  return (
    <header class="head" data-ch={channelColor(known?.color)}>
      <BackButton to="channels" />
      <span class="tile">
        <Icon name={glyphOf(known)} class="glyph" />
      </span>
      <div class="grow">
        <div class="where">
          {known ? (
            <>
              <a href={hrefOf({ view: 'topics', channelId })}>{known.name}</a>
              <span aria-hidden="true">›</span>
              <span class="clip">{startedLine(known, listing)}</span>
            </>
          ) : (
            <LoadingLine width="12rem" />
          )}
        </div>
        <h1 class="clip" dir="auto">
          {isDone && (
            <span class="done-mark" aria-hidden="true">
              ✓{' '}
            </span>
          )}
          {shownTopic(topic)}
        </h1>
      </div>
      <div class="acts">
        <span class="hide-phone row">
          {verbs.resolve && (
            <LabelledButton
              icon="check-circle"
              isDone={isDone}
              label={t(isDone ? 'topic.reopen' : 'topic.resolve')}
              onClick={verbs.resolve}
            />
          )}
          <LabelledButton
            icon={verbs.isFollowed ? 'follow' : 'bell'}
            label={t(verbs.isFollowed ? 'topic.following' : 'topic.follow')}
            onClick={verbs.follow}
          />
        </span>
        <SearchButton />
        <IconButton
          icon="users"
          label={t('people.name')}
          class="hide-phone"
          aria-pressed={isPeopleShown.value}
          onClick={() => setPeopleShown(!isPeopleShown.value)}
        />
        <HeaderMenu items={() => topicItems(channelId, topic, verbs)} />
      </div>
    </header>
  )
}
