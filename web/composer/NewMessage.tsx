import { useId, useState } from 'preact/hooks'
import { t } from '../kernel/texts.ts'
import { activityOf, avatarOf, nameOf, type Person } from '../people/store.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { isChoosing, openDirect, suggestedPeople } from './choose-recipients.ts'

/** Asks to whom a direct message goes. */
export const NewMessage = () => (isChoosing.value ? <RecipientsDialog /> : null)

function RecipientsDialog() {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const suggested = suggestedPeople(typed, chosen)
  const take = (one: Person) => {
    setChosen([...chosen, one.user_id])
    setTyped('')
    setAt(0)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const one = suggested[at]
    if (event.key === 'Enter' && typed.trim() === '' && chosen.length > 0) openDirect(chosen)
    else if (event.key === 'Enter' && one) take(one)
    else if (event.key === 'Backspace' && typed === '') return setChosen(chosen.slice(0, -1))
    else if (step !== undefined && suggested.length > 0) setAt((at + step + suggested.length) % suggested.length)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      title={t('newMessage.title')}
      onClose={() => {
        isChoosing.value = false
      }}
      footer={
        <button type="button" class="btn primary" disabled={chosen.length === 0} onClick={() => openDirect(chosen)}>
          {t('newMessage.choose')}
        </button>
      }
    >
      <div class="recipients">
        {chosen.map((id) => (
          <span key={id} class="recipient">
            <bdi>{nameOf(id)}</bdi>
            <IconButton
              icon="x"
              small
              label={t('newMessage.remove', { name: nameOf(id) ?? '' })}
              onClick={() => setChosen(chosen.filter((one) => one !== id))}
            />
          </span>
        ))}
        <input
          type="text"
          role="combobox"
          data-focus
          class="grow"
          autocomplete="off"
          aria-label={t('newMessage.to')}
          placeholder={chosen.length === 0 ? t('newMessage.to') : undefined}
          aria-expanded={suggested.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={suggested[at] ? `${listId}-${suggested[at].user_id}` : undefined}
          value={typed}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div role="listbox" id={listId} aria-label={t('composer.suggestions')} class="people-list">
        {suggested.map((one, index) => (
          <button
            type="button"
            key={one.user_id}
            id={`${listId}-${one.user_id}`}
            role="option"
            tabIndex={-1}
            class={`li ${index === at ? 'cur' : ''}`}
            aria-selected={index === at}
            onClick={() => take(one)}
          >
            <Avatar
              name={one.full_name}
              src={avatarOf(one.user_id)}
              size={24}
              seed={one.user_id}
              activity={activityOf(one.user_id)}
            />
            <bdi class="clip">{one.full_name}</bdi>
          </button>
        ))}
      </div>
      {suggested.length === 0 && <p class="hint">{t('newMessage.none')}</p>}
    </Dialog>
  )
}
