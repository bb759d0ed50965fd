import { useId, useMemo, useState } from 'preact/hooks'
import { fitOf, foldName } from '../kernel/fold-name.ts'
import { areSingleKeysOn } from '../kernel/keyboard.ts'
import { t } from '../kernel/texts.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { type KeyRow, keySections } from './key-list.ts'
import { closeSheet } from './keyboard-sheet.ts'
import { setSingleKeys } from './single-keys.ts'

const Keys = ({ ways }: { ways: readonly string[] }) => (
  <span class="keys">
    {ways.map((way, index) => (
      <span key={way} class="keys">
        {index > 0 && <span>{t('keys.or')}</span>}
        {way.split(' ').map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    ))}
  </span>
)

function SingleKeys() {
  const id = useId()
  const isOn = areSingleKeysOn.value
  return (
    <>
      <button
        type="button"
        role="switch"
        class={`sw ${isOn ? 'on' : ''}`}
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        onClick={() => setSingleKeys(!isOn)}
      />
      <span id={id} class="grow">
        {t('keys.single')}
      </span>
      <span id={`${id}-text`} class="hint">
        {t('keys.singleText')}
      </span>
    </>
  )
}

/** The keys that work in this app. */
export function KeyboardSheet() {
  const [text, setText] = useState('')
  const all = useMemo(keySections, [])
  const wanted = foldName(text.trim())
  const isWanted = ({ action, keys }: KeyRow) =>
    wanted === '' || fitOf(foldName(action), wanted) !== null || keys.some((way) => foldName(way) === wanted)
  const sections = all
    .map(({ title, rows }) => ({ title, rows: rows.filter(isWanted) }))
    .filter(({ rows }) => rows.length > 0)
  const find = (
    <label class="in keys-find">
      <Icon name="search" size="s" />
      <input
        type="search"
        class="grow"
        data-focus
        aria-label={t('keys.find')}
        placeholder={t('keys.find')}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </label>
  )
  return (
    <Dialog title={t('keys.title')} onClose={closeSheet} size="xwide" beside={find} footer={<SingleKeys />}>
      <table class="keys-sheet">
        <thead class="sr">
          <tr>
            <th scope="col">{t('keys.action')}</th>
            <th scope="col">{t('keys.key')}</th>
          </tr>
        </thead>
        {sections.map(({ title, rows }) => (
          <tbody key={title} class="keys-part">
            <tr class="keys-title">
              <th scope="rowgroup" colSpan={2}>
                {title}
              </th>
            </tr>
            {rows.map(({ action, keys }) => (
              <tr key={action} class="row">
                <td class="grow">{action}</td>
                <td>
                  <Keys ways={keys} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {sections.length === 0 && <p class="hint">{t('keys.none')}</p>}
    </Dialog>
  )
}
