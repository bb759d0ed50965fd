import { signal } from '@preact/signals'
import { addShortcuts } from '../kernel/keyboard.ts'
import { type TextKey, t } from '../kernel/texts.ts'
import { Dialog } from '../ui/Dialog.tsx'

const isOpen = signal(false)

const KEYS: readonly (readonly [keys: string, action: TextKey])[] = [
  ['J ↓', 'keys.next'],
  ['K ↑', 'keys.previous'],
  ['Home', 'keys.firstUnread'],
  ['End', 'keys.newest'],
  ['R', 'keys.reply'],
  ['>', 'keys.quote'],
  ['C', 'keys.newTopic'],
  ['E', 'keys.edit'],
  ['+ :', 'keys.react'],
  ['B', 'keys.save'],
  ['L', 'keys.link'],
  ['. I', 'keys.actions'],
  ['Shift U', 'keys.unread'],
  ['Shift D', 'keys.resolve'],
  ['F', 'keys.follow'],
  ['F6', 'keys.region'],
  ['Ctrl Z', 'keys.undo'],
  ['Esc', 'keys.leave'],
  ['?', 'keys.sheet'],
]

export const startKeyboardSheet = (): void =>
  void addShortcuts({
    keys: ['?'],
    run: () => {
      isOpen.value = true
    },
  })

/** The keys that work in this app. */
export function KeyboardSheet() {
  if (!isOpen.value) return null
  return (
    <Dialog
      title={t('keys.title')}
      onClose={() => {
        isOpen.value = false
      }}
    >
      <table class="tbl keys-table">
        <thead class="sr">
          <tr>
            <th scope="col">{t('keys.key')}</th>
            <th scope="col">{t('keys.action')}</th>
          </tr>
        </thead>
        <tbody>
          {KEYS.map(([keys, action]) => (
            <tr key={action}>
              <td>
                <span class="keys">
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              </td>
              <td>{t(action)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
