import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Place, placeKey } from '../../client/model/place.ts'
import { chooseRecipients } from '../composer/choose-recipients.ts'
import { addressOf } from '../conversations/narrow-of.ts'
import { StatusEmoji } from '../conversations/people/StatusEmoji.tsx'
import { state } from '../kernel/state.ts'
import { t, titleOfPeople } from '../kernel/texts.ts'
import { countOf, counts } from '../messages/counts.ts'
import { activityOf, avatarOf, nameOf, ownId, shortNamesOf } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { NavRow } from './NavRow.tsx'
import { Section } from './Section.tsx'

const FIRST = 5
const isWhole = signal(false)

type Direct = Extract<Place, { kind: 'direct' }>

/** The conversations of the person, the newest first. */
const conversations = computed((): readonly Direct[] => {
  const recent = [...(state.value?.recent_private_conversations ?? [])].sort(
    (a, b) => b.max_message_id - a.max_message_id,
  )
  return recent.map(({ user_ids }) => ({ kind: 'direct', others: [...user_ids].sort((a, b) => a - b) }))
})

/** The first ones, and all that have something unread. */
const shown = computed(() => {
  if (isWhole.value) return conversations.value
  const unread = counts.value.places
  return conversations.value.filter((place, index) => index < FIRST || unread.has(placeKey(place)))
})

const peopleOf = (place: Direct): readonly number[] => (place.others.length > 0 ? place.others : [ownId()])

function Picture({ ids }: { ids: readonly number[] }) {
  const [only, ...more] = ids
  // A picture with a number: the name of the link has the people instead.
  if (more.length > 0) return <span class="av s20 many" data-count={ids.length} />
  const id = only ?? 0
  return <Avatar name={nameOf(id) ?? ''} src={avatarOf(id)} size={20} seed={id} activity={activityOf(id)} />
}

/** `action` begins a new conversation. */
export function DirectMessages({ action }: { action: ComponentChildren }) {
  const rest = conversations.value.length - shown.value.length
  return (
    <div class="dms">
      <Section id="direct" title={t('nav.direct')} count={counts.value.direct} look="pill" action={action}>
        {shown.value.map((place) => {
          const ids = peopleOf(place)
          return (
            <NavRow
              key={placeKey(place)}
              to={addressOf(place, ownId())}
              name={titleOfPeople(ids.map((id) => nameOf(id) ?? t('person.unknown')))}
              {...(ids.length > 1 && { shortName: titleOfPeople(shortNamesOf(ids)) })}
              icon={<Picture ids={ids} />}
              count={countOf(place)}
              look="pill"
            >
              {place.others.length === 1 && <StatusEmoji id={place.others[0]!} />}
            </NavRow>
          )
        })}
        {conversations.value.length === 0 && (
          <button type="button" class="nv" onClick={chooseRecipients}>
            <Icon name="plus" />
            {t('nav.writeFirst')}
          </button>
        )}
        {rest > 0 && (
          <button type="button" class="nv more" onClick={() => (isWhole.value = true)}>
            <span>{t('nav.more', { count: rest })}</span>
          </button>
        )}
      </Section>
    </div>
  )
}
