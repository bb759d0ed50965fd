import { memo } from 'preact/compat'
import { t } from '../../kernel/texts.ts'
import { card, toggleCard } from '../../people/open-card.ts'
import { markOf, PersonMark } from '../../people/PersonMark.tsx'
import { activityOf, avatarOf, isActive, isMutedPerson, nameOf, ownId, person, statusOf } from '../../people/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { lastSeen } from './last-seen.ts'
import { localTime } from './local-time.ts'
import { StatusEmoji } from './StatusEmoji.tsx'

/** Below the name: what they say, or where and when they are. */
function lineOf(id: number): string | undefined {
  if (id === ownId()) return t('reaction.you')
  if (isMutedPerson(id)) return t('people.muted')
  const status = statusOf(id)?.status_text
  if (status) return status
  if (person(id)?.is_bot) return t('people.bot')
  const time = localTime(id)
  return lastSeen(id) ?? (time && t('people.localTime', { time }))
}

/** The shape beside the picture, for those who do not see it. */
function spokenPresence(id: number): string | undefined {
  const activity = activityOf(id)
  return activity && t(`presence.${activity}`)
}

/** Somebody in the list of people. It opens their card. */
export const PersonRow = memo(({ id }: { id: number }) => {
  const name = nameOf(id) ?? t('person.unknown')
  const line = lineOf(id)
  const presence = spokenPresence(id)
  // The line says it of bots.
  const mark = person(id)?.is_bot && isActive(id) ? undefined : markOf(id)
  // The emoji stands before the text that it belongs to.
  const hasStatus = line !== undefined && line === statusOf(id)?.status_text
  return (
    <button
      type="button"
      class="pp"
      aria-haspopup="dialog"
      aria-expanded={card.value?.id === id && card.value.anchor.closest('.people') !== null}
      aria-description={[presence, mark, line].filter(Boolean).join(', ')}
      title={presence}
      onClick={({ currentTarget }) => toggleCard('person', id, currentTarget)}
    >
      <Avatar name={name} src={avatarOf(id)} size={24} seed={id} activity={activityOf(id)} />
      <span class="nm">
        <span class="row nm-line">
          <bdi class="clip">{name}</bdi>
          {/* The name is that of the person. The rest is its description. */}
          {mark && (
            <span aria-hidden="true">
              <PersonMark id={id} />
            </span>
          )}
          {!hasStatus && <StatusEmoji id={id} />}
        </span>
        {line && (
          <span class="st clip" aria-hidden="true">
            {hasStatus && <StatusEmoji id={id} />} {line}
          </span>
        )}
      </span>
    </button>
  )
})
