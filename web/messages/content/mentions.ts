import { channelColor } from '../../channels/channel-color.ts'
import { channel } from '../../channels/store.ts'
import { onEvent, onState } from '../../kernel/state.ts'
import { groupName, groups, membersOf } from '../../people/groups.ts'
import { toggleCard } from '../../people/open-card.ts'
import { nameOf, ownId } from '../../people/store.ts'

/** A mention of a person or a group opens the card. Those of everybody stay texts. */
export function addMentionButtons(element: HTMLElement): void {
  for (const mention of element.querySelectorAll<HTMLElement>('span[data-user-id], span[data-user-group-id]')) {
    const { userId, userGroupId } = mention.dataset
    const id = Number(userId ?? userGroupId)
    if (!Number.isInteger(id)) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = mention.className
    Object.assign(button.dataset, mention.dataset)
    button.setAttribute('aria-haspopup', 'dialog')
    button.append(...mention.childNodes)
    button.addEventListener('click', () => toggleCard(userId === undefined ? 'group' : 'person', id, button))
    mention.replaceWith(button)
  }
}

/** What the name of the person or the group is now. */
function currentName({ userId, userGroupId }: DOMStringMap): string | undefined {
  if (userId !== undefined) return nameOf(Number(userId))
  const group = groups.value.get(Number(userGroupId))
  return group && groupName(group.name)
}

/** What depends on who reads and on names of today: mentions, and the colours of channels. */
export function personalize(element: ParentNode): void {
  const own = `${ownId()}`
  for (const mention of element.querySelectorAll<HTMLElement>('.user-mention, .user-group-mention')) {
    const isSilent = mention.classList.contains('silent')
    const { userId, userGroupId } = mention.dataset
    const isOwn =
      userGroupId === undefined ? userId === own || userId === '*' : membersOf(Number(userGroupId)).has(ownId())
    mention.classList.toggle('you', !isSilent && isOwn)
    const name = currentName(mention.dataset)
    const text = name && (isSilent ? name : `@${name}`)
    if (text && mention.textContent !== text) mention.textContent = text
  }
  for (const link of element.querySelectorAll<HTMLElement>('a[data-stream-id]'))
    link.dataset['ch'] = channelColor(channel(Number(link.dataset['streamId']))?.color)
}

const again = (): void => queueMicrotask(() => personalize(document))

// Messages may be shown before register has said who reads.
onState(again)
onEvent(({ type }) => {
  if (type === 'realm_user' || type === 'user_group') again()
})
