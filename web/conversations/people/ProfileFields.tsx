import { computed } from '@preact/signals'
import { state } from '../../kernel/state.ts'
import { listOf } from '../../kernel/texts.ts'
import { groups, membersOf } from '../../people/groups.ts'
import { ownId, person } from '../../people/store.ts'
import { Html } from '../../ui/Html.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { ChannelsInCommon } from './ChannelsInCommon.tsx'
import { lastSeen } from './last-seen.ts'
import { localTimeLine } from './local-time.ts'
import { fieldValue } from './profile-value.ts'

const fields = computed(() => [...(state.value?.custom_profile_fields ?? [])].sort((a, b) => a.order - b.order))

const groupsOf = (id: number): string[] =>
  [...groups.value.values()]
    .filter((group) => !group.is_system_group && membersOf(group.id).has(id))
    .map(({ name }) => name)

const Line = ({ icon, text }: { icon: IconName; text: string | undefined }) =>
  text ? (
    <p class="person-line">
      <Icon name={icon} size="s" class="mut" />
      <span>{text}</span>
    </p>
  ) : null

/** Where and when somebody is, their groups and channels, and what the organization asks its people. */
export function ProfileFields({ id }: { id: number }) {
  const one = person(id)
  const data = one?.profile_data ?? {}
  const names = groupsOf(id)
  const filled = fields.value.flatMap((field) => {
    const value = data[field.id]
    return value && value.value !== '' ? [{ field, value }] : []
  })
  return (
    <>
      <Line icon="clock" text={localTimeLine(id)} />
      <Line icon="eye" text={lastSeen(id)} />
      <Line icon="mail" text={one?.delivery_email ?? undefined} />
      <Line icon="users" text={names.length > 0 ? listOf(names) : undefined} />
      {id !== ownId() && <ChannelsInCommon id={id} />}
      {filled.length > 0 && (
        <dl class="person-fields">
          {filled.map(({ field, value }) => (
            <div key={field.id}>
              <dt>{field.name}</dt>
              <dd>
                {value.rendered_value === undefined ? (
                  <FieldText text={fieldValue(field, value.value)} />
                ) : (
                  <Html html={value.rendered_value} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const FieldText = ({ text: { text, href } }: { text: { text: string; href?: string } }) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{text}</bdi>
    </a>
  ) : (
    <bdi>{text}</bdi>
  )
