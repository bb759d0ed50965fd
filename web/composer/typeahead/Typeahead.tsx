import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { EmojiView } from '../../messages/emoji/EmojiView.tsx'
import { activityOf, avatarOf, nameOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Target } from '../store.ts'
import type { Query } from './query-at.ts'
import type { Suggestion } from './suggestion.ts'
import { useSuggestions } from './use-suggestions.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  target: Target
  text: string
}

function Picture({ picture }: { picture: NonNullable<Suggestion['picture']> }) {
  if ('person' in picture) {
    const { person: id } = picture
    return <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} size={24} seed={id} activity={activityOf(id)} />
  }
  if ('emoji' in picture) return <EmojiView emoji={picture.emoji} />
  return (
    <span class="tile">
      <Icon name={picture.icon} size="s" />
    </span>
  )
}

const titleOf = (query: Query): string =>
  query.kind === 'topic' ? t('typeahead.title.topic', { channel: query.channel }) : t(`typeahead.title.${query.kind}`)

/** Completes what is typed: people, channels, topics, emoji, commands and times. */
export function Typeahead({ field, target, text }: Props) {
  const listId = useId()
  const { query, options, at, take } = useSuggestions(field, target, text, listId)
  if (!query || options.length === 0) return null
  return (
    <div class="pop typeahead">
      <div class="pop-h">{titleOf(query)}</div>
      <div role="listbox" id={listId} aria-label={t('composer.suggestions')} class="ta-list">
        {options.map((one, index) => (
          <button
            type="button"
            key={one.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            class={`li ${index === at ? 'cur' : ''}`}
            aria-description={[one.note, one.badge].filter(Boolean).join(', ') || undefined}
            aria-selected={index === at}
            // The text field keeps its focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            {one.picture && <Picture picture={one.picture} />}
            <span class="grow clip">
              <b>
                {one.sign && <span class="unseen">{one.sign}</span>}
                <bdi>{one.name.slice(one.sign?.length ?? 0)}</bdi>
              </b>
              {one.note && (
                <span class="sub" aria-hidden="true">
                  {' '}
                  {one.note}
                </span>
              )}
            </span>
            {one.badge && (
              <span class="badge attn" aria-hidden="true">
                {one.badge}
              </span>
            )}
            {index === at && !one.badge && (
              <span class="keys" aria-hidden="true">
                <kbd>Tab</kbd>
              </span>
            )}
          </button>
        ))}
      </div>
      <div class="pop-f" aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t('typeahead.keys.choose')}
        </span>
        <span>
          <kbd>Tab</kbd> {t(query.kind === 'person' ? 'typeahead.keys.mention' : 'typeahead.keys.take')}
        </span>
        {query.kind === 'person' && !query.isSilent && (
          <span>
            <kbd>_</kbd> {t('typeahead.keys.silent')}
          </span>
        )}
        {query.kind === 'channel' && (
          <span>
            <kbd>&gt;</kbd> {t('typeahead.keys.topic')}
          </span>
        )}
      </div>
    </div>
  )
}
