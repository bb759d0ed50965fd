import { resolve } from 'node:path'
import { allOrNone, anyText, type Problem, type Setting } from './setting.ts'
import type { SettingValue } from './settings.ts'

/** The backups that the server makes by itself. */
export interface BackupsConfig {
  readonly folder: string
  /** How many stay there. */
  readonly keep: number
  /** Null: they are not encrypted. */
  readonly passphraseFile: string | null
}

const DEFAULT_KEEP = 7

function backups(text: string): Problem | null {
  const fits = /^[1-9]\d{0,3}$/.test(text)
  return fits ? null : { problem: `is "${text}"`, remedy: 'write how many backups stay, such as 7' }
}

export const BACKUP_SETTINGS = [
  {
    name: 'PARLEY_BACKUP_DIR',
    default: '–',
    meaning: 'folder, best on another disk, into which the server writes a backup every day; without it there is none',
    check: anyText,
  },
  {
    name: 'PARLEY_BACKUP_KEEP',
    default: `${DEFAULT_KEEP}`,
    meaning: 'how many of these backups stay; older ones are removed after a new one is complete',
    check: backups,
  },
  {
    name: 'PARLEY_BACKUP_PASSPHRASE_FILE',
    default: '–',
    meaning: 'file with the passphrase that encrypts these backups; without it they are not encrypted',
    check: anyText,
  },
] as const satisfies readonly Setting[]

export function backupsConfig(value: SettingValue): BackupsConfig | null {
  const found = allOrNone(value, ['PARLEY_BACKUP_DIR'], ['PARLEY_BACKUP_KEEP', 'PARLEY_BACKUP_PASSPHRASE_FILE'])
  if (!found) return null
  const passphraseFile = value('PARLEY_BACKUP_PASSPHRASE_FILE')
  return Object.freeze({
    folder: resolve(found[0]),
    keep: Number(value('PARLEY_BACKUP_KEEP') ?? DEFAULT_KEEP),
    passphraseFile: passphraseFile === null ? null : resolve(passphraseFile),
  })
}
