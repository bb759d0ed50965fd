import { useState } from 'preact/hooks'
import { reasonOf } from '../../kernel/failure.ts'
import { navigate } from '../../kernel/navigation.ts'
import { state } from '../../kernel/state.ts'
import { t } from '../../kernel/texts.ts'
import { chosenPeople, suggestPeople } from '../../people/people-tokens.tsx'
import { ownId } from '../../people/store.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Token, Tokens } from '../../ui/Tokens.tsx'
import { closeChannelDialog } from '../channel-dialogs.ts'
import { mayCreatePublic } from '../permissions.ts'
import { folders } from '../store.ts'
import { createChannel, type Privacy } from './create-channel.ts'
import { PosterChoice, type Posters, postersSetting } from './PosterChoice.tsx'
import { PrivacyChoice } from './PrivacyChoice.tsx'

/** Asks for all that a new channel needs. What was typed stays if the server refuses. */
export function CreateChannel() {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [folder, setFolder] = useState<number | null>(null)
  const [privacy, setPrivacy] = useState<Privacy>(mayCreatePublic() ? 'public' : 'private')
  const [people, setPeople] = useState<readonly Token[]>([])
  const [posters, setPosters] = useState<Posters>({ kind: 'everyone', chosen: [] })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const added = chosenPeople(people).filter((id) => id !== ownId())
  const submit = async () => {
    if (isBusy) return
    if (name.trim() === '') return setProblem(t('create.nameMissing'))
    setBusy(true)
    setProblem(null)
    try {
      const channelId = await createChannel({
        name,
        description,
        folderId: folder,
        privacy,
        people: added,
        posters: postersSetting(posters),
      })
      closeChannelDialog()
      navigate({ view: 'topics', channelId })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('create.title')}
      size="wide"
      onClose={closeChannelDialog}
      hint={added.length > 0 && t('create.added', { count: added.length })}
      action={t('create.do')}
      isOff={isBusy}
      onSubmit={submit}
    >
      <div class="two">
        <label class="fld">
          <span class="lbl">{t('create.name')}</span>
          <span class="in">
            <Icon name={privacy === 'public' ? 'hash' : 'lock'} size="s" class="mut" />
            <input
              class="bare grow"
              data-focus
              dir="auto"
              maxLength={state.value?.max_stream_name_length}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </span>
        </label>
        <Select
          label={t('create.folder')}
          icon="folder"
          value={folder ?? ''}
          onChange={(id) => setFolder(id ? Number(id) : null)}
        >
          <option value="">{t('create.noFolder')}</option>
          {folders.value.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      <label class="fld">
        <span class="lbl">{t('create.description')}</span>
        <input
          class="in"
          dir="auto"
          maxLength={state.value?.max_stream_description_length}
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </label>
      <PrivacyChoice value={privacy} onChange={setPrivacy} />
      <div class="fld">
        <span class="lbl">{t('create.people')}</span>
        <Tokens
          label={t('create.people')}
          placeholder={t('create.addPeople')}
          chosen={people}
          suggest={suggestPeople}
          onChange={setPeople}
        />
      </div>
      <PosterChoice value={posters} onChange={setPosters} />
      <Problem text={problem} />
    </FormDialog>
  )
}
