import { useState } from 'preact/hooks'
import { t } from '../../kernel/texts.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ChipSelect } from '../../ui/Select.tsx'
import { closeChannelDialog, startChannel } from '../channel-dialogs.ts'
import { mayCreateChannels } from '../permissions.ts'
import { folders } from '../store.ts'
import { ChannelRow } from './ChannelRow.tsx'
import { type ChannelFilter, countShown, SHOWN, shelves } from './store.ts'

const CreateButton = ({ class: extra }: { class: string }) =>
  mayCreateChannels() ? (
    <button type="button" class={`btn ${extra}`} onClick={startChannel}>
      <Icon name="plus" size="s" />
      {t('create.title')}
    </button>
  ) : null

/** All channels that the person may know of, to join and to leave. */
export function BrowseChannels() {
  const [searched, setSearched] = useState('')
  const [shown, setShown] = useState<ChannelFilter>('all')
  const [folder, setFolder] = useState<number | null>(null)
  const found = shelves(searched, shown, folder)
  return (
    <Dialog
      title={t('browse.title')}
      size="wide"
      isTall
      onClose={closeChannelDialog}
      footer={
        <>
          <span class="grow hint">{t('browse.hint')}</span>
          <CreateButton class="only-phone flex" />
          <button type="button" class="btn" onClick={closeChannelDialog}>
            {t('done')}
          </button>
        </>
      }
      head={
        <>
          <div class="row">
            <label class="in grow">
              <Icon name="search" size="s" class="mut" />
              <input
                type="search"
                class="bare grow"
                data-focus
                aria-label={t('browse.search')}
                placeholder={t('browse.placeholder')}
                value={searched}
                onInput={({ currentTarget }) => setSearched(currentTarget.value)}
              />
            </label>
            <CreateButton class="hide-phone" />
          </div>
          <div class="chips">
            {SHOWN.map((one) => (
              <button key={one} type="button" class="chip" aria-pressed={shown === one} onClick={() => setShown(one)}>
                {t(`browse.${one}`)} <span class="num">{countShown(one)}</span>
              </button>
            ))}
            {folders.value.length > 0 && (
              <ChipSelect
                icon="folder"
                label={t('create.folder')}
                value={folder ?? ''}
                onChange={(id) => setFolder(id ? Number(id) : null)}
              >
                <option value="">{t('browse.allFolders')}</option>
                {folders.value.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </ChipSelect>
            )}
          </div>
        </>
      }
    >
      {found.map(({ folderId, title, channels }) => (
        <section key={folderId} aria-label={title ?? t('browse.others')}>
          {(title !== null || found.length > 1) && (
            <div class="ib-sec">
              <Icon name="folder" size="s" />
              <span class="grow">{title ?? t('browse.others')}</span>
              <span class="mut num">{t('browse.count', { count: channels.length })}</span>
            </div>
          )}
          <ul aria-label={title ?? t('view.channels')}>
            {channels.map((one) => (
              <ChannelRow key={one.stream_id} channel={one} />
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && <p class="empty mut">{t('browse.none')}</p>}
    </Dialog>
  )
}
