import type { SettingValues } from '../../kernel/realm-state/user-settings.ts'

/** A command that changes a setting, and the texts of its answer. */
interface SettingCommand {
  readonly values: Partial<SettingValues>
  /** The answer after a change. */
  readonly changed: string
  /** The answer if the setting already has the value. */
  readonly unchanged: string
}

const switchTo = (values: Partial<SettingValues>, name: string, back: string, still = name): SettingCommand => ({
  values,
  changed: `Changed to ${name}! To revert ${name}, type \`/${back}\`.`,
  unchanged: `You are still in ${still}.`,
})

const DARK = switchTo({ color_scheme: 2 }, 'dark theme', 'light')
const LIGHT = switchTo({ color_scheme: 3 }, 'light theme', 'dark')

/** By their names, without the slash. `night` and `day` are earlier names. */
export const SETTING_COMMANDS: ReadonlyMap<string, SettingCommand> = new Map([
  ['dark', DARK],
  ['night', DARK],
  ['light', LIGHT],
  ['day', LIGHT],
  ['fluid-width', switchTo({ fluid_layout_width: true }, 'fluid-width mode', 'fixed-width', 'fluid width mode')],
  ['fixed-width', switchTo({ fluid_layout_width: false }, 'fixed-width mode', 'fluid-width', 'fixed width mode')],
])
